export type AccountViewName = 'login' | 'register' | 'verify' | 'forgot' | 'reset';

/** What every view of the dialog gets: the email as typed so far, and the ways on. */
export interface AccountViewProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onGo: (view: AccountViewName) => void;
  /** Logged in, with the server's words of welcome. */
  readonly onLoggedIn: (welcome: string) => void;
}
