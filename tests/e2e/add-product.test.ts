/** Add Product in a real Chromium: messages at the fields, a real picture kept in a bucket of S3, and the part is on sale. */
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { wording } from '#domain/wording.ts';
import { openS3Store } from '#images/s3-store.ts';
import { givenBrowser } from '../support/browser.ts';
import { ask, givenPart, givenPerson } from '../support/given.ts';
import { fill, messageOf, signIn, toast } from '../support/pages.ts';
import { givenPixels, pictureForm } from '../support/pictures.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

let bucket: S3Server;
const shop = givenShop({
  web: await readWebBuild(),
  imageStore: async () => {
    bucket = await startS3Server();
    return await openS3Store(bucket.place, () => {});
  },
});
const chromium = givenBrowser();
const { messages } = wording;

afterAll(() => bucket.close());

test('an administrator sees what is missing, at each field', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }));
  await page.goto(`${shop.url}/dashboard/add_product`);
  await page.getByLabel('Minimum order').fill('');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect.poll(() => messageOf(page, 'Name')).toBe(messages.productName);
  await expect.poll(() => messageOf(page, 'Description')).toBe(messages.productDescription);
  await expect.poll(() => messageOf(page, 'Available quantity')).toBe(messages.productQuantity);
  await expect.poll(() => messageOf(page, 'Minimum order')).toBe(messages.minimumOrder);
  await expect.poll(() => messageOf(page, 'Price in dollars')).toBe(messages.price);
  await expect.poll(() => messageOf(page, 'Image')).toBe(messages.image);
  await fill(page, { 'Price in dollars': '0', 'Minimum order': '0' });
  await expect.poll(() => messageOf(page, 'Price in dollars')).toBe('The price must be above 0');
  await expect.poll(() => messageOf(page, 'Minimum order')).toBe('At least 1 is needed');
});

test('an administrator adds a part with a picture; it is on sale, and the form is empty again', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }), /400/);
  await page.goto(`${shop.url}/dashboard/add_product`);
  const name = 'Testco <i>Added</i> & "quoted" 16 GB';
  await fill(page, {
    Name: name,
    Description: 'One module. It has a <script>alert(1)</script> printed on it.',
    'Available quantity': '12',
    'Minimum order': '2',
    'Price in dollars': '45.50',
    Brand: 'Testco',
  });
  await choosePicture(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByRole('button', { name: 'Add product' }).click();
  await toast(page, wording.toasts.partNotAdded);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);

  const photo = sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } });
  await choosePicture(page, await photo.jpeg().toBuffer());
  await page.getByRole('button', { name: 'Add product' }).click();
  await toast(page, wording.toasts.partAdded);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=name]')?.value === '');

  const { body: parts } = await ask(shop, 'GET', '/api/parts');
  expect(parts).toMatchObject([
    { name, price: 45.5, available_quantity: 12, minimum_order: 2, category: 'memory' },
  ]);
  await page.goto(`${shop.url}/parts`);
  await page.getByRole('heading', { name }).waitFor();
  const picture = page.getByRole('article').locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('while the store of pictures is away pages show a frame in the picture’s place, and then the picture', async () => {
  const person = await givenPerson(shop);
  const upload = await person.ask(
    'POST',
    '/api/image',
    pictureForm(await givenPixels(800, 600).png().toBuffer()),
  );
  await givenPart(shop, { name: 'Testco Pictured 8 GB', image: upload.body.data.url });
  const seen = () =>
    page
      .getByRole('article')
      .filter({ hasText: 'Testco Pictured 8 GB' })
      .locator('img')
      .evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]);
  await bucket.leave();
  const page = await chromium.open({ expected: /503/ });
  const answers = new Set<string>();
  page.on('response', async (answer) => {
    if (answer.url().includes('/images/'))
      answers.add(`${answer.status()} ${answer.headers()['content-type']}`);
  });
  await page.goto(`${shop.url}/parts?q=Pictured`);
  await expect.poll(seen).toEqual([true, true]);
  expect([...answers]).toEqual(['503 image/svg+xml']);
  await bucket.comeBack();
  await page.reload();
  await expect.poll(seen).toEqual([true, true]);
  expect([...answers]).toEqual(['503 image/svg+xml', '200 image/avif']);
});

async function choosePicture(page: Awaited<ReturnType<typeof signIn>>, buffer: Buffer): Promise<void> {
  await page.getByLabel('Image').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}
