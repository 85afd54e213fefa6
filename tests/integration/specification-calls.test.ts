/** The calls of the specification's table, each with the payload that it names and the answer that it names. */
import { describe, expect, test } from 'vitest';
import {
  ask,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  readRow,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenPixels, makeImageForm } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const img = (await upload()).body.data.url;

async function upload() {
  const form = makeImageForm(await givenPixels(400, 30).jpeg().toBuffer());
  form.append('key', 'an API key');
  return await buyer.ask('POST', '/api/image', form);
}

const partFields = {
  _id: expect.any(String),
  img: expect.stringMatching(/^\//),
  name: expect.any(String),
  description: expect.any(String),
  available_quantity: expect.any(Number),
  minimum_order: expect.any(Number),
  price: expect.any(Number),
};

describe('parts', () => {
  test('GET /parts answers a list of parts [S7.2]', async () => {
    const id = await givenPart(shop, { price: 1_250 });
    const { status, body } = await ask(shop, 'GET', '/api/parts');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    for (const part of body) expect(part).toMatchObject(partFields);
    expect(body).toContainEqual(expect.objectContaining({ _id: id, price: 12.5 }));
  });

  test('GET /parts/{id} answers one part with an image, a name, a description, quantities and a price [S3.1 S7.4]', async () => {
    const id = await givenPart(shop, { name: 'Testco One', stock: 7, minimumOrder: 2, price: 1_999 });
    const { status, body } = await ask(shop, 'GET', `/api/parts/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject(partFields);
    expect(body).toMatchObject({
      _id: id,
      name: 'Testco One',
      available_quantity: 7,
      minimum_order: 2,
      price: 19.99,
    });
  });

  test('POST /parts takes the six fields and answers insertedId [S7.19]', async () => {
    const fields = {
      name: 'Testco Added',
      img,
      description: 'It is new.',
      minimum_order: 2,
      available_quantity: 9,
      price: 45.5,
    };
    const { status, body } = await admin.ask('POST', '/api/parts', fields);
    expect([status, Object.keys(body)]).toEqual([201, ['insertedId']]);
    expect((await ask(shop, 'GET', `/api/parts/${body.insertedId}`)).body).toMatchObject(fields);
  });
});

describe('orders', () => {
  test('POST /order takes the nine fields; name, picture and unit price are the part’s, copied [S3.2 S3.3 S3.4 S7.9]', async () => {
    const partsId = await givenPart(shop, { name: 'Testco Copied', price: 1_250, stock: 5, image: img });
    const sent = {
      partsId,
      partsImg: img,
      partsName: 'Testco Copied',
      name: buyer.name,
      email: buyer.email,
      location: '1 Farm Lane, Little Village',
      phone: '+1 555 010 9999',
      quantity: '3',
      price: 12.5,
    };
    const { status, body: order } = await buyer.ask('POST', '/api/order', sent);
    expect([status, order]).toMatchObject([
      201,
      { ...sent, quantity: 3, paid: false, transactionId: null, total: 37.5 },
    ]);
    const asAnother = await buyer.ask('POST', '/api/order', { ...sent, name: 'Somebody Else' });
    const message = `You are logged in as “${buyer.name}”`;
    expect(asAnother).toMatchObject({
      status: 403,
      body: { detail: `${message}.`, errors: [{ path: 'name', message }] },
    });
    await admin.ask('PATCH', `/api/parts/${partsId}`, { name: 'Testco Renamed', price: 99 });
    const changed = await buyer.ask('POST', '/api/order', sent);
    expect(changed).toMatchObject(
      refusal(409, 'price-changed', {
        errors: [{ path: 'price', message: expect.stringContaining('$99.00') }],
      }),
    );
    const { body: kept } = await buyer.ask('GET', `/api/my_order/${order._id}`);
    expect(kept).toMatchObject({ _id: order._id, partsName: 'Testco Copied', price: 12.5 });
  });

  test('GET /my_orders?email={email} with the bearer token answers an array of the person’s orders [S7.11]', async () => {
    const person = await givenPerson(shop);
    const url = `/api/my_orders?email=${person.email}`;
    expect((await person.ask('GET', url)).body).toEqual([]);
    const order = await givenOrder(shop, person);
    const { insertedId: _, ...listed } = order as typeof order & { insertedId: string };
    expect((await person.ask('GET', url)).body).toEqual([listed]);
  });

  test('GET /my_order/{id} with the bearer token answers the single order [S7.12]', async () => {
    const order = await givenOrder(shop, buyer);
    const { status, body } = await buyer.ask('GET', `/api/my_order/${order._id}`);
    expect([status, body._id, Array.isArray(body)]).toEqual([200, order._id, false]);
  });

  test('PATCH /my_order/{id} with orderId and transactionId answers the paid order, which has that id [S3.5 S4.12 S7.13]', async () => {
    const order = await givenPaidOrder(shop, buyer);
    expect(order).toMatchObject({ paid: true, transactionId: expect.stringMatching(/^pi_/) });
    const sent = { orderId: order._id, transactionId: order.transactionId };
    const { status, body } = await buyer.ask('PATCH', `/api/my_order/${order._id}`, sent);
    expect([status, body]).toMatchObject([200, { _id: order._id, paid: true }]);
    const unnamed = await buyer.ask('PATCH', `/api/my_order/${order._id}`, { transactionId: 'pi_1' });
    const errors = [{ path: 'orderId', message: 'The id of the order is required' }];
    expect(unnamed).toMatchObject({ status: 400, body: { errors } });
    const elsewhere = { ...sent, orderId: (await givenOrder(shop, buyer))._id };
    expect((await buyer.ask('PATCH', `/api/my_order/${order._id}`, elsewhere)).status).toBeGreaterThan(399);
  });

  test('an order that was shipped says when; a call without a body may announce JSON [S4.15]', async () => {
    const order = await givenPaidOrder(shop, buyer);
    expect(order).toMatchObject({ shippedAt: null });
    shop.clock.now = new Date(Date.now() + 60_000);
    const shippedAt = shop.clock.now.toISOString();
    const url = `/api/manage_order/${order._id}`;
    const shipped = await admin.ask('PATCH', url, { status: 'shipped', carrier: 'Post' });
    shop.clock.now = undefined;
    expect(shipped.body).toMatchObject({ status: 'shipped', shippedAt, carrier: 'Post', paid: true });
    const json = { 'content-type': 'application/json' };
    const delivered = await buyer.ask('PUT', `/api/my_order/${order._id}/delivered`, undefined, json);
    expect(delivered).toMatchObject({ status: 200, body: { status: 'delivered', shippedAt } });
    const cancelled = await givenOrder(shop, buyer);
    expect((await buyer.ask('DELETE', `/api/manage_order/${cancelled._id}`, undefined, json)).status).toBe(
      200,
    );
    expect((await buyer.ask('GET', `/api/my_order/${order._id}`, undefined, json)).body).toMatchObject({
      shippedAt,
    });
  });

  test('DELETE /manage_order/{id} with the bearer token removes the order from the lists and gives its units back, once [S4.11 S7.14]', async () => {
    const part = await givenPart(shop, { stock: 10 });
    const readStock = async () => (await ask(shop, 'GET', `/api/parts/${part}`)).body.available_quantity;
    const order = await givenOrder(shop, buyer, part, 4);
    expect([order.status, await readStock()]).toEqual(['unpaid', 6]);
    const cancel = () => buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 409]);
    expect(await readStock()).toBe(10);
    for (const url of [`/api/my_orders?email=${buyer.email}`, '/api/manage_orders'])
      expect(JSON.stringify((await admin.ask('GET', url)).body)).not.toContain(order._id);
    const closed = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}&status=cancelled`);
    expect(closed.body[0]).toMatchObject({ _id: order._id });
  });

  test('GET /manage_orders answers an array of everybody’s orders, to administrators [S7.16]', async () => {
    const other = await givenPerson(shop);
    const orders = [await givenOrder(shop, buyer), await givenOrder(shop, other)];
    const ids = (await admin.ask('GET', '/api/manage_orders')).body.map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(orders.map(({ _id }) => _id)));
  });

  test('a quantity below the minimum order, or above the stock, is refused with a sentence at the quantity [S5.11 S9.8 S9.9]', async () => {
    const part = await givenPart(shop, { stock: 10, minimumOrder: 4 });
    const tooFew = await buyer.ask('POST', '/api/order', orderBody(part, 3));
    expect(tooFew).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'quantity', message: 'The minimum order of this part is 4.' }] },
    });
    const tooMany = await buyer.ask('POST', '/api/order', orderBody(part, 11));
    expect(tooMany.body.errors).toEqual([{ path: 'quantity', message: 'Only 10 of this part are left.' }]);
  });

  test('the payment of a paid order cannot be started again, nor the order cancelled [S4.13]', async () => {
    const paid = await givenPaidOrder(shop, buyer);
    expect((await buyer.ask('POST', '/api/create-payment-intent', { orderId: paid._id })).status).toBe(409);
    expect((await buyer.ask('DELETE', `/api/manage_order/${paid._id}`)).status).toBe(409);
  });

  test('POST /create-payment-intent with the bearer token, the order and its price answers clientSecret [S3.13 S7.27]', async () => {
    const order = await givenOrder(shop, buyer);
    const sent = { orderId: order._id, price: order.total };
    const { status, body } = await buyer.ask('POST', '/api/create-payment-intent', sent);
    expect([status, body.clientSecret]).toEqual([200, expect.stringMatching(/^pi_\w+_secret_\w+/)]);
    expect((await buyer.ask('POST', '/api/create-payment-intent', { price: 1 })).status).toBe(400);
    const other = await buyer.ask('POST', '/api/create-payment-intent', { ...sent, price: 1 });
    const message = 'Your order now costs $99.99. Please look at it again before you pay.';
    expect(other).toMatchObject(
      refusal(409, 'price-changed', { price: 99.99, errors: [{ path: 'price', message }] }),
    );
  });
});

describe('people', () => {
  test('PUT /user/{email} with the e-mail answers the token that opens the other calls [S7.6]', async () => {
    const { email, cookie } = buyer;
    const { status, body } = await ask(shop, 'PUT', `/api/user/${email}`, { email }, { cookie });
    expect([status, typeof body.token]).toEqual([200, 'string']);
    const without = await ask(shop, 'PUT', `/api/user/${email}`, {}, { cookie });
    expect(without).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'email', message: 'Insert email' }] },
    });
    const another = await ask(shop, 'PUT', `/api/user/${email}`, { email: admin.email }, { cookie });
    const errors = [{ path: 'email', message: `You are logged in as “${email}”` }];
    expect(another).toMatchObject({ status: 403, body: { refused: 'not-allowed', errors } });
    const bearer = { authorization: `Bearer ${body.token}` };
    expect((await ask(shop, 'GET', `/api/my_orders?email=${email}`, undefined, bearer)).status).toBe(200);
  });

  test('GET /admin/{email} with the bearer token answers whether the role is admin [S3.12 S6.1 S7.10 S9.12]', async () => {
    expect((await admin.ask('GET', `/api/admin/${admin.email}`)).body).toEqual({ admin: true });
    expect((await buyer.ask('GET', `/api/admin/${buyer.email}`)).body).toEqual({ admin: false });
    const { role } = await readRow(shop, 'people', { email: admin.email });
    expect(role).toBe('admin');
  });

  test('GET /user with the bearer token answers an array of users [S3.6 S7.20]', async () => {
    const { body } = await admin.ask('GET', '/api/user');
    for (const user of body)
      expect(user).toMatchObject({
        _id: expect.any(String),
        name: expect.any(String),
        email: expect.any(String),
        img: expect.any(String),
      });
    const roles = Object.fromEntries(body.map(({ email, role }) => [email, role]));
    expect([roles[admin.email], roles[buyer.email]]).toEqual(['admin', 'customer']);
  });

  test('PUT /user/admin/{email} with the bearer token answers modifiedCount [S4.17 S7.21]', async () => {
    const person = await givenPerson(shop);
    expect((await admin.ask('PUT', `/api/user/admin/${person.email}`)).body).toEqual({ modifiedCount: 1 });
    expect((await person.ask('GET', `/api/admin/${person.email}`)).body).toEqual({ admin: true });
  });

  test('PUT /user_info/{email} takes the profile’s fields; name, e-mail and phone may be left out [S3.8 S5.29 S7.25]', async () => {
    const profile = { education: 'Night school', location: 'Little Village', link: img };
    const url = `/api/user_info/${buyer.email}`;
    expect((await buyer.ask('PUT', url, profile)).status).toBe(200);
    const all = { ...profile, name: buyer.name, email: buyer.email, phone: '+1 555 010 9999' };
    expect((await buyer.ask('PUT', url, all)).status).toBe(200);
    expect((await buyer.ask('GET', url)).body).toEqual(all);
  });

  test('signing up answers the authenticated user: id, display name, e-mail and image [S3.9]', async () => {
    const { body } = await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie: buyer.cookie });
    expect(body.user).toMatchObject({ id: buyer.id, name: 'Bea Buyer', email: buyer.email });
    expect(body.user).toHaveProperty('image');
  });
});

describe('reviews and images', () => {
  test('POST /user_rating takes the five fields, and GET /ratings lists them without the e-mail [S3.7 S7.5 S7.23]', async () => {
    const { name, email } = buyer;
    const sent = { name, img, email, review: 'They came on time.', rating: 4.5 };
    expect((await buyer.ask('POST', '/api/user_rating', sent)).status).toBe(200);
    const { body } = await ask(shop, 'GET', '/api/ratings');
    const { email: _, ...shown } = sent;
    expect(body).toEqual([expect.objectContaining(shown)]);
    expect(JSON.stringify(body)).not.toContain(email);
    expect(await readRows(shop, 'reviews')).toMatchObject([{ author_id: buyer.id }]);
  });

  test('POST /image takes a multipart form with the image and a key, and answers success and data.url [S3.14 S7.28]', async () => {
    const { status, body } = await upload();
    expect([status, body]).toMatchObject([200, { success: true, data: { url: expect.any(String) } }]);
    expect((await ask(shop, 'GET', body.data.url)).headers['content-type']).toBe('image/jpeg');
  });
});
