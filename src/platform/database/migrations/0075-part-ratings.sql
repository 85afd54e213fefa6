-- The average of a part's reviews that pages show, in tenths of a star: lists filter by it. Written with each review, and
-- recalculated every hour (`shop/catalogue/rate-parts.ts`), because whose reviews are shown is a setting of the processes.

alter table parts add column rating_tenths integer; -- null: no review
update parts set rating_tenths = rated.tenths
from (
  select part_id, round(avg(rating) * 10)::integer as tenths
  from reviews where part_id is not null and hidden_at is null group by part_id
) as rated
where rated.part_id = parts.id;
