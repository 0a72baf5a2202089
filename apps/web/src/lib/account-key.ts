/** Where a browser keeps its account; nothing is there in gate mode. */
export const ACCOUNT_KEY = 'riptide.account';
