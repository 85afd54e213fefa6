-- Since release 0.4.0 the lines of a refund say all that is said of its orders; 0.3.0 read shares.

drop trigger describe_refund on refund_lines;
drop function describe_refund;
drop view refund_shares;

insert into schema_releases (migration, oldest_release) values ('0190-refund-lines-alone', '0.4.0');
