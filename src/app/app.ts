/** Builds the web server of the shop from all its routes. */
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import files from '@fastify/static';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { administrationRoutes, ceoRoutes } from '#app/api/administration.ts';
import { describeApi } from '#app/api/openapi.ts';
import { purchaseRoutes } from '#app/api/purchases.ts';
import type { BeginningFromPage } from '#app/begin/begin-from-page.ts';
import type { Checklist } from '#app/checklist.ts';
import type { Config } from '#app/config.ts';
import { guardDemoAccounts } from '#app/demo.ts';
import { settingsChecks, whenLoggedIn } from '#app/listeners.ts';
import { makePageFacts } from '#app/page-facts.ts';
import { type Operation, probeRoutes } from '#app/probes.ts';
import { outboxRoutes } from '#app/rendering/outbox-pages.ts';
import {
  makePageFigures,
  type PageFigures,
  type Pages,
  pageRoutes,
  showProblemsOfForms,
  type WebApplication,
} from '#app/rendering/pages.ts';
import { searchEngineRoutes } from '#app/rendering/search-engines.ts';
import { securityTextRoute } from '#app/rendering/security-text.ts';
import { openSettings, type SettingsCache } from '#app/rendering/shown-settings.ts';
import { makeVisitFinder } from '#app/rendering/visits.ts';
import { sandboxProxies } from '#app/sandbox/proxies.ts';
import { logSecurityEvents } from '#app/security-events.ts';
import { basketRoutes, changeOwnBasket, presentOwnBasket } from '#basket/api/basket.ts';
import { importRoutes } from '#catalogue/api/imports.ts';
import { partEditRoutes } from '#catalogue/api/part-edits.ts';
import { catalogueRoutes, partRoutes } from '#catalogue/api/parts.ts';
import { type OpenedCatalogue, openCatalogue } from '#catalogue/database/catalogue.ts';
import { findEmptySearches, openEmptySearches } from '#catalogue/database/empty-searches.ts';
import { openVisitorReads, type VisitorReads } from '#catalogue/database/visitor-reads.ts';
import { deliveryRoutes } from '#delivery/api/delivery.ts';
import { findDeliveryRules, findTimeZone } from '#delivery/database/delivery-rules.ts';
import { fitRoutes } from '#fit/api/fit.ts';
import { buildsInLists } from '#fit/database/build-parts.ts';
import { makeKeptFit } from '#fit/rules/make-kept-fit.ts';
import { imageRoutes } from '#images/api/images.ts';
import { invoiceRoutes } from '#invoices/api/invoices.ts';
import { parseLocalPath } from '#kernel/return-path.ts';
import { orderRoutes } from '#orders/api/orders.ts';
import { parcelRoutes } from '#orders/api/packing.ts';
import type { PurchaseDependencies } from '#orders/api/purchases.ts';
import { accountingRoutes, paymentRoutes, webhookRoutes } from '#payments/api/payments.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { identityRoutes, makeIdentification, type SignInLimits } from '#people/api/identity.ts';
import { type PeopleDependencies, peopleRoutes } from '#people/api/people.ts';
import type { Accounts } from '#people/identity/accounts.ts';
import type { FindSocialAccounts } from '#people/identity/social-accounts.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import type { ContentVersion } from '#platform/database/content-version.ts';
import { makeGroup } from '#platform/database/group-commit.ts';
import type { Replica } from '#platform/database/replica.ts';
import type { UploadLimits } from '#platform/http/admit-uploads.ts';
import { endUnread, endWhenClosing, limitPipelines } from '#platform/http/connections.ts';
import { openKeptAnswers } from '#platform/http/kept-answers.ts';
import { makeTrustFunction, type TrustedProxies } from '#platform/http/loopback.ts';
import { rememberWrites } from '#platform/http/own-writes.ts';
import { handleErrors, sendFailure, unknownCalls } from '#platform/http/problems.ts';
import {
  type ArrivalLimits,
  defaultArrivalLimits,
  limitArrivalTime,
  limitDatabaseTime,
  makeServerOptions,
} from '#platform/http/slow-requests.ts';
import { InvalidInput, serializerCompiler, validatorCompiler } from '#platform/http/validate.ts';
import { imageFileRoutes } from '#platform/images/image-files.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { describeRequest } from '#platform/logging/log-stream.ts';
import { prefetchRoutes } from '#platform/pages/prefetch.ts';
import { readBuildId } from '#platform/system/build-id.ts';
import type { PurchaseGroup } from '#purchases/use-cases/place-purchase.ts';
import { reviewRoutes } from '#reviews/api/reviews.ts';
import { pageTextRoutes } from '#settings/api/page-texts.ts';
import { settingsRoutes } from '#settings/api/settings.ts';
import { readSettings } from '#settings/database/settings.ts';
import { parseSearchWords, type Settings } from '#settings/rules/settings.ts';

export type AppSettings = {
  services: Dependencies &
    PaymentDependencies &
    Pick<PurchaseDependencies, 'orderExpiryHours' | 'unpaidOrdersPerPerson'> & {
      accounts: Accounts;
      findSocialAccounts: FindSocialAccounts;
      secret: string;
      publicUrl: string;
      reviewsFrom: Config['reviewsFrom'];
      makeNotices: (settings: Settings) => string[];
      checklist: Checklist;
      beginning?: BeginningFromPage | undefined;
      now: () => Date;
    };
  catalogue: ContentVersion;
  /** Where imports in processes of their own connect to. */
  databaseAddress: DatabaseAddress;
  background?: Database | undefined;
  /** Serves what visitors read. */
  replica?: Replica | undefined;
  signInLimits: SignInLimits;
  trustedProxies?: TrustedProxies | undefined;
  operation?: Omit<Operation, 'isLocal'> | undefined;
  arrival?: ArrivalLimits | undefined;
  uploads?: UploadLimits | undefined;
  web?: WebApplication;
  sandboxUrl?: string | undefined;
  /** True when the sandbox is the identity provider, too. */
  hasDemoIdentity?: boolean | undefined;
  outbox?: string | undefined;
  /** By default it does. */
  sendsMail?: boolean | undefined;
  isLocal?: boolean | undefined;
  logLevel: string;
  /** Undefined: standard output. */
  logStream?: { write(line: string): void } | undefined;
};

type Services = AppSettings['services'] &
  PeopleDependencies &
  PurchaseDependencies & { catalogue: OpenedCatalogue; visitorReads: VisitorReads };

/** Milliseconds. Together, nobody waits for long for what somebody else holds. */
const groupSettings = { patienceMs: 300, lockTimeoutMs: 1000, defer: setImmediate };

/** Does not listen; requests can be injected (`app.inject`). */
export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const { catalogue: version, replica, web, sandboxUrl, arrival = defaultArrivalLimits } = settings;
  const { db } = settings.services;
  const { disk } = settings.operation ?? {};
  const shopSettings = openSettings({ db, version });
  const readOwnWords = async () => parseSearchWords((await shopSettings.read()).searchWords);
  const catalogue = openCatalogue({
    db,
    background: settings.background,
    replica,
    version,
    builds: buildsInLists,
    file: disk && { folder: disk.folder, program: readBuildId() },
    readOwnWords,
    onEmptySearch: openEmptySearches(settings.services).count,
  });
  const visitorReads = openVisitorReads({ db, catalogue }, replica);
  const group: PurchaseGroup = makeGroup(groupSettings);
  const services = {
    ...settings.services,
    ...makeIdentification(settings.services),
    ...{ catalogue, visitorReads, whenLoggedIn, findTimeZone, keepFit: makeKeptFit, group },
    keptAnswers: replica ? undefined : openKeptAnswers(catalogue.freshness),
  };
  const pageFigures = makePageFigures();
  const app = makeServer(settings, arrival);
  if (disk)
    app.addHook('onClose', () =>
      catalogue
        .close()
        .catch((err: unknown) => app.log.warn({ err }, 'The catalogue is not left to the next start.')),
    );
  const pages = web && makePages(app, services, { ...settings, web, shopSettings, pageFigures });
  if (pages) showProblemsOfForms(app, pages);
  limitDatabaseTime(app);
  limitArrivalTime(app, arrival);

  await app.register(compress, { global: true, threshold: 1024 });
  const observe = probeRoutes(
    app,
    { db, catalogue, version, visitorReads, pageFigures, secret: services.secret },
    { ...settings.operation, isLocal: settings.isLocal },
  );

  rememberWrites(app, { ...services, hasReplica: replica !== undefined });
  await addApi(app, services, settings);
  if (sandboxUrl)
    await app.register(sandboxProxies, {
      upstream: sandboxUrl,
      hasIdentity: settings.hasDemoIdentity === true,
      settings: shopSettings,
    });
  if (settings.outbox) outboxRoutes(app, settings.outbox);
  imageFileRoutes(app, services.images);
  securityTextRoute(app, { ...services, settings: shopSettings });
  await serveFiles(app, web?.mode === 'production');
  if (pages) {
    prefetchRoutes(app);
    searchEngineRoutes(app, {
      db: settings.background ?? db,
      catalogue,
      version,
      publicUrl: services.publicUrl,
    });
    pageRoutes(app, pages);
  }
  services.keptAnswers?.sendFirst(app, { observe, isDoubtful: namesSeveralHosts });
  return app;
}

function makeServer(settings: AppSettings, arrival: ArrivalLimits): FastifyInstance {
  const app = fastify({
    logger: {
      level: settings.logLevel,
      serializers: { req: describeRequest },
      ...(settings.logStream ? { stream: settings.logStream } : {}),
    },
    genReqId: () => randomUUIDv7(),
    trustProxy: makeTrustFunction(settings.trustedProxies),
    http: makeServerOptions(arrival),
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendUndecodable,
  });
  app.removeContentTypeParser('text/plain'); // other sites can post text/plain without a preflight request, but not JSON
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  limitPipelines(app);
  endUnread(app);
  endWhenClosing(app);
  handleErrors(app);
  beginAnswers(app, settings.services);
  logSecurityEvents(app);
  return app;
}

/** Clients that always send `content-type: application/json` send it with calls that have no body, too. */
function parseJsonUnlessEmpty(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else parseJson(request, String(body), done);
  });
}

async function addApi(app: FastifyInstance, services: Services, settings: AppSettings): Promise<void> {
  await describeApi(app);
  guardDemoAccounts(app);
  await app.register((api) => apiRoutes(api, services, settings));
  app.all(unknownCalls, { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
}

async function apiRoutes(api: FastifyInstance, services: Services, settings: AppSettings): Promise<void> {
  parseJsonUnlessEmpty(api);
  await api.register((scope) => identityRoutes(scope, services, settings.signInLimits));
  await api.register(async (scope) => {
    for (const routes of [
      partRoutes,
      partEditRoutes,
      catalogueRoutes,
      orderRoutes,
      parcelRoutes,
      purchaseRoutes,
      invoiceRoutes,
      accountingRoutes,
      paymentRoutes,
      reviewRoutes,
      peopleRoutes,
      administrationRoutes,
      deliveryRoutes,
    ]) {
      routes(scope, services);
    }
    const findFacts = async () =>
      makePageFacts(await readSettings(services.db), (await findDeliveryRules(services.db)).rules);
    pageTextRoutes(scope, services, { findFacts });
    settingsRoutes(scope, services, {
      checks: settingsChecks,
      describeShop: async (at) => ({
        hasSandbox: services.beginning !== undefined,
        emptySearches: await findEmptySearches(services.db, { at, limit: 50 }),
      }),
    });
  });
  await api.register((scope) => basketRoutes(scope, services));
  await api.register((scope) =>
    fitRoutes(scope, {
      ...services,
      changeOwnBasket: (context, work) => changeOwnBasket(services, context, work),
    }),
  );
  await api.register((scope) => ceoRoutes(scope, services));
  await api.register((scope) => webhookRoutes(scope, services));
  await api.register((scope) => imageRoutes(scope, services, settings.uploads));
  await api.register((scope) => importRoutes(scope, services, settings.databaseAddress));
}

function makePages(
  app: FastifyInstance,
  services: Services,
  settings: AppSettings & { web: WebApplication; shopSettings: SettingsCache; pageFigures: PageFigures },
): Pages {
  const { db, catalogue, visitorReads, publicUrl, secret, now, reviewsFrom, gateway } = services;
  const { catalogue: version, web, isLocal = false, sendsMail = true } = settings;
  const { shopSettings, pageFigures: figures } = settings;
  const sources = { db, catalogue, version, visitorReads, settings: shopSettings };
  const shown = { publicUrl, secret, now, reviewsFrom, isLocal, sendsMail, figures };
  const takesStripe = gateway.provider === 'stripe';
  const readBasket: Pages['readBasket'] = (request, reply) =>
    presentOwnBasket(services, { request, reply, personId: undefined });
  return { ...web, ...sources, ...shown, takesStripe, readBasket, findVisit: makeVisitFinder(app, services) };
}

/** What every answer says, whatever was asked for. Not async: most answers are sent in one turn. */
function beginAnswers(app: FastifyInstance, { publicUrl }: Pick<Services, 'publicUrl'>): void {
  // subdomains may belong to other programs
  const transport = publicUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${365 * 24 * 60 * 60}` }
    : {};
  const headers = { ...safetyHeaders, ...transport };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store');
    done(namesSeveralHosts(request.raw) ? severalHosts : undefined);
  });
}

/** RFC 9112, 3.2: a proxy may have read the other one. */
const severalHosts = new InvalidInput([{ path: 'Host', message: 'A request names one host.' }]);

function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const safetyHeaders = {
  'content-security-policy': "frame-ancestors 'none'", // pages set their own
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  // what no page uses; payments are the card provider's frames'
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/** An undecodable address: browsers are redirected to a page that shows the error, other clients get a problem. */
function sendUndecodable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const [path = '', ...query] = request.url.split('?');
  const acceptsPage = request.headers.accept?.includes('text/html') && path.includes('%');
  reply.headers({ 'x-request-id': request.id, ...safetyHeaders });
  const decodable = parseLocalPath([path.replaceAll('%', '%25'), ...query].join('?'));
  if (acceptsPage && decodable) reply.redirect(decodable, 302);
  else sendFailure(error, request, reply);
}

const root = fileURLToPath(new URL('../../', import.meta.url));

async function serveFiles(app: FastifyInstance, hasAssets: boolean): Promise<void> {
  await app.register(files, {
    root: join(root, 'catalogue/pictures'),
    prefix: '/pictures/',
    maxAge: '1d',
    decorateReply: true,
  });
  // for pages without links to the build: mails, the card sandbox, files
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('favicon.ico', join(root, 'src/ui/brand'), { maxAge: '1d' }),
  );
  if (!hasAssets) return;
  await app.register(files, {
    root: join(root, 'build/client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
  });
}
