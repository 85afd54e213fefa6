/** What the licence of the BuildCores OpenDB (ODC-By 1.0) asks to be said wherever its facts are shown. */
export const openDbAttribution =
  'Contains information from the BuildCores OpenDB, which is made available under the ODC Attribution License.';
