-- Jobs that release 0.3.0 has left behind name one order alone; since 0.4.0 all of them name a list.

do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = data || jsonb_build_object('orderIds', jsonb_build_array(data -> 'orderId'))
    where name = 'mail-order' and state < 'completed' and not data ? 'orderIds';
  end if;
end $$;
