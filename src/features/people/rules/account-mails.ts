/** What a person is mailed about their account. */

export type AccountMail = 'verification' | 'password-reset' | 'log-in-linked';

export type AccountMailJob = {
  name: 'mail-account';
  kind: AccountMail;
  id: string;
  to: string;
  personName: string;
  address: string;
  /** The name of the identity provider that the mail is about. */
  provider?: string | undefined;
};
