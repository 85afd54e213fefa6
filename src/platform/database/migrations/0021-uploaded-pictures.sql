-- Which pictures were uploaded and when, so that those which nothing shows can be removed.

create table uploaded_pictures (
  key text primary key, -- what its files' names begin with
  uploaded_at timestamptz not null, -- the last time
  going_at timestamptz -- set: its files are being removed
);
create index uploaded_pictures_by_time on uploaded_pictures (uploaded_at);
