/** Orders a part at a shop with the card sandbox, and pays it: `node deploy/order-once.ts http://127.0.0.1:3999`. */
import { purchaseBody } from '../tests/support/given.ts';
import { payOrder, signUpVisitor } from '../tests/support/visitor.ts';

const [address = ''] = process.argv.slice(2);
const email = `buyer-${Date.now()}@example.com`;
const buyer = await signUpVisitor(address, { name: 'A Buyer', email, password: 'to buy with' });
const parts = await buyer.call('GET', '/api/parts?limit=60');
const part = parts.find((each) => each.price && each.minimum_order === 1 && each.available_quantity > 0);
const purchase = await buyer.call('POST', '/api/purchases', purchaseBody([part?._id ?? '']));
const order = await payOrder(buyer, purchase.orders[0]?._id ?? '');
if (order.status !== 'paid') throw new Error(`The order is ${order.status}.`);
console.log(`Order ${order._id} is ${order.status}.`);
