/** The people of the identity provider. No password: choosing one is the log-in. */

export type DemoPerson = { id: string; name: string; givenName: string; email: string };

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'demo-robin', name: 'Robin Fields', givenName: 'Robin', email: 'robin@compact.test' },
  { id: 'demo-mei', name: 'Mei Lin', givenName: 'Mei', email: 'mei@compact.test' },
  // shops with short names can take the given name
  {
    id: 'demo-bartholomew',
    name: 'Bartholomew Quickfinger',
    givenName: 'Bartholomew',
    email: 'bartholomew@compact.test',
  },
];
