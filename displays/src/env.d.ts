/** Which build this is: the version, and what it was made from. */
declare const __BUILD__: string;
