/** Which build this is, "0.1.0+3f9a2b1c4d5e". */
declare const __BUILD__: string;
