/** Add Product in a real Chromium: messages at the fields, a real picture kept in a bucket of S3, and the part is on sale. */
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { openS3Store } from '#platform/images/s3-store.ts';
import { ask, givenPart, givenPerson } from '../support/given.ts';
import { expectPicture, fill, readMessage, signIn, toast } from '../support/pages.ts';
import { givenPixels, uploadPicture } from '../support/pictures.ts';
import { startS3Server } from '../support/s3-server.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const bucket = await startS3Server();
afterAll(bucket.close);
const imageStore = openS3Store(bucket.place, () => {});
const { shop, chromium, visitAs } = await givenVisitedShop({ imageStore });
const { messages } = wording;
const folder = givenFolder();

test('an administrator sees what is missing, at each field [S5.18 S5.19 S5.20 S5.21 S5.22 S5.23 S5.24 S5.25 S8.5]', async () => {
  const page = await visitAs('admin', '/dashboard/add_product');
  await page.getByLabel('Minimum order').fill('');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect.poll(() => readMessage(page, 'Name')).toBe(messages.productName);
  await expect.poll(() => readMessage(page, 'Description')).toBe(messages.productDescription);
  await expect.poll(() => readMessage(page, 'Available quantity')).toBe(messages.productQuantity);
  await expect.poll(() => readMessage(page, 'Minimum order')).toBe(messages.minimumOrder);
  await expect.poll(() => readMessage(page, 'Price in dollars')).toBe(messages.price);
  await expect.poll(() => readMessage(page, 'Image')).toBe(messages.image);
  await fill(page, { 'Price in dollars': '0', 'Minimum order': '0' });
  await expect.poll(() => readMessage(page, 'Price in dollars')).toBe('The price must be above 0');
  await expect.poll(() => readMessage(page, 'Minimum order')).toBe('At least 1 is needed');
  await fill(page, { 'Price in dollars': '0.234', 'Minimum order': '1.5', 'Available quantity': '-1' });
  await expect.poll(() => readMessage(page, 'Price in dollars')).toBe('At most two decimals are possible');
  await expect.poll(() => readMessage(page, 'Minimum order')).toBe('A whole number is needed here');
  await expect.poll(() => readMessage(page, 'Available quantity')).toBe('At least 0 is needed');
});

test('an administrator adds a part with a picture; it is on sale, and the form is empty again [S1.10 S2.13 S2.88 S8.8 S8.9]', async () => {
  const page = await visitAs('admin', '/dashboard/add_product', /400/);
  await page.getByRole('heading', { name: 'Product Info Form' }).waitFor();
  const name = 'Testco <i>Added</i> & "quoted" 16 GB';
  await fill(page, {
    Name: name,
    Description: 'One module. It has a <script>alert(1)</script> printed on it.',
    'Available quantity': '12',
    'Minimum order': '2',
    'Price in dollars': '45,50', // an input of numbers leaves out the comma in English: $4550
    Brand: 'Testco',
    'Featured rank (1 is first)': '4',
    'Low stock (units)': '3',
  });
  await page.locator('summary').filter({ hasText: 'Specification' }).click();
  const capacity = page.getByRole('textbox', { name: 'Capacity (GB)' }); // other categories’ are hidden
  await capacity.fill('32');
  await fill(page, { Modules: '2', 'Size of each module (GB)': '8,0', 'Speed (MT/s)': '6000' });
  await page.getByRole('textbox', { name: 'Generation', exact: true }).fill('5');
  await choosePicture(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByRole('button', { name: 'Add product' }).click();
  await toast(page, wording.toasts.partNotAdded);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);

  const photo = sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } });
  await choosePicture(page, await photo.jpeg().toBuffer());
  await page.getByRole('button', { name: 'Add product' }).click();
  const capacityMessage = 'Capacity must be the number of modules times the size of each module';
  await page.getByText(capacityMessage).waitFor();
  await capacity.fill('16');
  await page.getByRole('button', { name: 'Add product' }).click();
  await toast(page, wording.toasts.partAdded);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=name]')?.value === '');

  const specs = { capacityGb: 16, modules: 2, moduleGb: 8, ddr: 5, speedMts: 6000 };
  const { body: parts } = await ask(shop, 'GET', '/api/parts');
  expect(parts).toMatchObject([
    { name, price: 45.5, available_quantity: 12, minimum_order: 2, category: 'memory', featured: 4, specs },
  ]);
  await page.goto(`${shop.url}/dashboard/edit_product/${parts[0]?._id}`);
  await expect.poll(() => page.getByLabel('Low stock (units)').inputValue()).toBe('3');
  await page.goto(`${shop.url}/parts`);
  await page.getByRole('heading', { name }).waitFor();
  const picture = page.getByRole('table').locator('img').first();
  await expectPicture(picture);
});

test('an answer without insertedId is a failure, and what was typed stays [S8.8]', async () => {
  const page = await visitAs('admin', '/dashboard/add_product');
  const typed = {
    Name: 'Testco Unconfirmed 8 GB',
    Description: 'A module that nobody has confirmed.',
    'Available quantity': '7',
    'Minimum order': '2',
    'Price in dollars': '19.90',
  };
  await fill(page, typed);
  await choosePicture(page, await givenPixels(80, 60).png().toBuffer());
  for (const json of [{}, { insertedId: null }, null]) {
    await page.route('**/api/parts', (route) => route.fulfill({ json }));
    await page.getByRole('button', { name: 'Add product' }).click();
    await toast(page, wording.toasts.partNotAdded);
    for (const [label, value] of Object.entries(typed))
      expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
    expect(await page.getByText(wording.toasts.partAdded).count()).toBe(0);
    await page.getByRole('button', { name: 'close' }).first().click();
    await page.unroute('**/api/parts');
  }
  await page.getByRole('button', { name: 'Add product' }).click();
  await toast(page, wording.toasts.partAdded);
});

test('while the store of pictures is away pages show a frame in the picture’s place, and then the picture', async () => {
  const image = await uploadPicture(await givenPerson(shop));
  await givenPart(shop, { name: 'Testco Pictured 8 GB', image });
  const seen = () =>
    page
      .getByRole('row')
      .filter({ hasText: 'Testco Pictured 8 GB' })
      .locator('img')
      .evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]);
  await bucket.goOffline();
  const page = await chromium.open({ expected: /503/ });
  const answers = new Set<string>();
  page.on('response', async (answer) => {
    if (answer.url().includes('/images/'))
      answers.add(`${answer.status()} ${answer.headers()['content-type']}`);
  });
  await page.goto(`${shop.url}/parts?q=Pictured`);
  await expect.poll(seen).toEqual([true, true]);
  expect([...answers]).toEqual(['503 image/svg+xml']);
  await bucket.goOnline();
  await page.reload();
  await expect.poll(seen).toEqual([true, true]);
  expect([...answers]).toEqual(['503 image/svg+xml', '200 image/avif']);
});

describe('a picture on a slow connection', () => {
  test('shows how far it has come, also to those who do not see it, and can be cancelled and sent again', async () => {
    const page = await openForm();
    const network = await page.context().newCDPSession(page);
    const limit = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 60_000 };
    await network.send('Network.emulateNetworkConditions', limit);
    await choosePicture(page, await noise(600_000)); // ten seconds, so that a busy machine sees it on its way, too
    const button = page.getByRole('button', { name: 'Add product' });
    await button.click();
    const bar = page.getByRole('progressbar', { name: 'Upload of the picture' });
    await bar.waitFor();
    const seen = new Set<number>();
    const spoken = new Set<string | null>();
    while (await bar.isVisible()) {
      const value = await bar.getAttribute('value', { timeout: 1000 }).catch(() => null);
      if (value === null) break;
      seen.add(Number(value));
      spoken.add(await page.getByRole('status').filter({ hasText: 'Uploading' }).textContent());
      if (Number(value) > 60) break;
      await page.waitForTimeout(50);
    }
    expect(seen.size).toBeGreaterThan(3);
    expect([...seen]).toEqual([...seen].sort((one, other) => one - other));
    expect([...spoken]).toContain('Uploading the picture: 50 percent.');

    await page.getByRole('button', { name: 'Cancel the upload' }).click();
    await expect
      .poll(() => readMessage(page, 'Image'))
      .toBe('The upload was cancelled. Your picture is still chosen.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('image');
    expect(await bar.count()).toBe(0);

    await network.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput: -1 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await toast(page, wording.toasts.partAdded);
    await expect.poll(() => page.getByLabel('Image').inputValue()).toBe('');
  });

  test('that breaks off says so; the next try needs no other choice, and what arrived is not sent twice', async () => {
    const page = await openForm(/ERR_INTERNET_DISCONNECTED|503|409/);
    const uploads: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/image')) uploads.push(answer.status());
    });
    await choosePicture(page, await noise(50_000));
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect.poll(() => readMessage(page, 'Image')).toContain('The shop cannot be reached.');
    await page.context().setOffline(false);

    await bucket.goOffline();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => readMessage(page, 'Image')).toContain('Pictures cannot be kept at the moment.');
    await bucket.goOnline();

    await page.route('**/api/parts', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
    await page.unroute('**/api/parts');
    await page.getByRole('button', { name: 'Add product' }).click();
    await toast(page, wording.toasts.partAdded);
    expect(uploads).toEqual([503, 200]);
  });

  test('that is too large is refused before it is sent', async () => {
    const page = await openForm();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByLabel('Image').setInputFiles(givenLargeFile());
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect
      .poll(() => readMessage(page, 'Image'))
      .toBe('This picture is too large: at most 10 MB are possible.');
    expect(requests.filter((url) => url.endsWith('/api/image'))).toEqual([]);
  });

  test('goes up all the same when the access token has expired meanwhile', async () => {
    const page = await openForm(/401/);
    await choosePicture(page, await noise(30_000));
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    await page.getByRole('button', { name: 'Add product' }).click();
    await toast(page, wording.toasts.partAdded);
  });

  async function openForm(expected?: RegExp) {
    const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }), expected);
    await page.goto(`${shop.url}/dashboard/add_product`);
    await fill(page, {
      Name: 'Testco Uploaded 8 GB',
      Description: 'One module.',
      'Available quantity': '1',
      'Price in dollars': '10',
    });
    return page;
  }
});

/** One byte more than a picture may have; the browser reads it itself, which costs far less than sending it the bytes. */
function givenLargeFile(): string {
  const file = path.join(folder, 'large.jpg');
  writeFileSync(file, '');
  truncateSync(file, 10 * 1024 * 1024 + 1);
  return file;
}

/** A JPEG of about so many bytes, which noise is known for. */
async function noise(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 2));
  const picture = sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  return await picture.jpeg({ quality: 95 }).toBuffer();
}

async function choosePicture(page: Awaited<ReturnType<typeof signIn>>, buffer: Buffer): Promise<void> {
  await page.getByLabel('Image').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}
