/** Which build this is, "2026-11-29T10:00Z-a1b2c3". */
declare const __BUILD__: string;
