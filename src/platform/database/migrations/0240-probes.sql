-- What a probe of the shop’s surroundings has found last: of its mail server, its address, its card provider.
create table probes (
  item text primary key,
  state text not null check (state in ('done', 'missing', 'wrong')),
  sentence text not null,
  about text not null,
  checked_at timestamptz not null
);
