/** The platform's version, as the title and the footer show it. */
export const VERSION = '2.0.0';
