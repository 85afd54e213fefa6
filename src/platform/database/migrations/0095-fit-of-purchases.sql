-- What the rules of fit said about a purchase's parts when it was placed: verdict, version of the rules, facts, sentences.

alter table purchases
  add column fit jsonb; -- null: no two parts concern each other, or placed before it was kept, or by the previous release
