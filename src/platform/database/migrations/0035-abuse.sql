-- What a person holds without having paid is counted with every order.

create index unpaid_orders_of_buyer on orders (buyer_id) where state = 'unpaid';
