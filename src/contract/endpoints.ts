/** All endpoints of the API. */

import { listAdminChangesEndpoint, listStockMovementsEndpoint } from '#contract/administration/audit-log.ts';
import { listLettersEndpoint, writeToCeoEndpoint } from '#contract/administration/ceo-letters.ts';
import { readNoticesEndpoint, readOverviewEndpoint } from '#contract/administration/overview.ts';
import {
  addToBasketEndpoint,
  emptyBasketEndpoint,
  readBasketEndpoint,
  removeFromBasketEndpoint,
  setBasketQuantityEndpoint,
} from '#contract/basket.ts';
import { countPartsEndpoint, suggestPartsEndpoint } from '#contract/catalogue/facets.ts';
import { confirmImportEndpoint, previewImportEndpoint } from '#contract/catalogue/imports.ts';
import { addPartEndpoint, editPartEndpoint, takeOffSaleEndpoint } from '#contract/catalogue/part-edits.ts';
import { listPartsEndpoint } from '#contract/catalogue/part-lists.ts';
import { readPartEndpoint } from '#contract/catalogue/parts.ts';
import {
  addAddressEndpoint,
  deleteAddressEndpoint,
  editAddressEndpoint,
  listCountriesEndpoint,
  readAddressFieldsEndpoint,
  readAddressFormEndpoint,
} from '#contract/delivery/addresses.ts';
import { quoteDeliveryEndpoint } from '#contract/delivery/delivery-quotes.ts';
import { readDeliveryRulesEndpoint, saveDeliveryRulesEndpoint } from '#contract/delivery/delivery-rules.ts';
import { checkFitEndpoint, saveBuildEndpoint } from '#contract/fit.ts';
import { uploadImageEndpoint } from '#contract/images.ts';
import { readAccountsEndpoint } from '#contract/invoices/accounts.ts';
import { readInvoiceFileEndpoint } from '#contract/invoices/invoices.ts';
import { readHistoryEndpoint } from '#contract/orders/order-history.ts';
import {
  cancelOrderEndpoint,
  correctAddressEndpoint,
  correctShipmentEndpoint,
  deliverOrderEndpoint,
  listMyOrdersEndpoint,
  listOrdersEndpoint,
  placeOrderEndpoint,
  readMyOrderEndpoint,
  settleMyOrderEndpoint,
  shipOrderEndpoint,
} from '#contract/orders/orders.ts';
import {
  deliverOrdersEndpoint,
  readPackingPapersEndpoint,
  shipOrdersEndpoint,
} from '#contract/orders/parcels.ts';
import {
  listUnpaidPurchasesEndpoint,
  placePurchaseEndpoint,
  readPurchaseEndpoint,
} from '#contract/orders/purchases.ts';
import { listDisputesEndpoint } from '#contract/payments/disputes.ts';
import { createPaymentIntentEndpoint } from '#contract/payments/payments.ts';
import { listRefundsEndpoint, requestRefundEndpoint } from '#contract/payments/refunds.ts';
import { receiveEventEndpoint } from '#contract/payments/webhooks.ts';
import {
  changePasswordEndpoint,
  listIdentityProvidersEndpoint,
  listLinkedLogInsEndpoint,
  removeLinkedLogInEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  sendVerificationMailEndpoint,
  signOutEverywhereEndpoint,
  startSocialSignInEndpoint,
  verifyEmailEndpoint,
} from '#contract/people/accounts.ts';
import {
  createAccessTokenEndpoint,
  createAdminEndpoint,
  dismissAdminEndpoint,
  listPeopleEndpoint,
  readAdminEndpoint,
  readSessionEndpoint,
  signInEndpoint,
  signOutEndpoint,
  signUpEndpoint,
} from '#contract/people/people.ts';
import { readProfileEndpoint, saveProfileEndpoint } from '#contract/people/profiles.ts';
import {
  hideReviewEndpoint,
  listMyReviewsEndpoint,
  listReviewsEndpoint,
  writeReviewEndpoint,
} from '#contract/reviews.ts';
import { readSettingsEndpoint, saveSettingsEndpoint } from '#contract/settings.ts';

const people = {
  signUp: signUpEndpoint,
  signIn: signInEndpoint,
  signOut: signOutEndpoint,
  readSession: readSessionEndpoint,
  verifyEmail: verifyEmailEndpoint,
  sendVerificationMail: sendVerificationMailEndpoint,
  requestPasswordReset: requestPasswordResetEndpoint,
  resetPassword: resetPasswordEndpoint,
  changePassword: changePasswordEndpoint,
  signOutEverywhere: signOutEverywhereEndpoint,
  listIdentityProviders: listIdentityProvidersEndpoint,
  listLinkedLogIns: listLinkedLogInsEndpoint,
  removeLinkedLogIn: removeLinkedLogInEndpoint,
  startSocialSignIn: startSocialSignInEndpoint,
  createAccessToken: createAccessTokenEndpoint,
  readAdmin: readAdminEndpoint,
  listPeople: listPeopleEndpoint,
  createAdmin: createAdminEndpoint,
  dismissAdmin: dismissAdminEndpoint,
  readProfile: readProfileEndpoint,
  saveProfile: saveProfileEndpoint,
} as const;

const catalogue = {
  listParts: listPartsEndpoint,
  countParts: countPartsEndpoint,
  suggestParts: suggestPartsEndpoint,
  readPart: readPartEndpoint,
  addPart: addPartEndpoint,
  editPart: editPartEndpoint,
  takeOffSale: takeOffSaleEndpoint,
  previewImport: previewImportEndpoint,
  confirmImport: confirmImportEndpoint,
  listStockMovements: listStockMovementsEndpoint,
} as const;

const reviews = {
  listReviews: listReviewsEndpoint,
  listMyReviews: listMyReviewsEndpoint,
  writeReview: writeReviewEndpoint,
  hideReview: hideReviewEndpoint,
} as const;

const fit = {
  checkFit: checkFitEndpoint,
  saveBuild: saveBuildEndpoint,
} as const;

const basket = {
  readBasket: readBasketEndpoint,
  addToBasket: addToBasketEndpoint,
  setBasketQuantity: setBasketQuantityEndpoint,
  removeFromBasket: removeFromBasketEndpoint,
  emptyBasket: emptyBasketEndpoint,
} as const;

const orders = {
  placeOrder: placeOrderEndpoint,
  placePurchase: placePurchaseEndpoint,
  readPurchase: readPurchaseEndpoint,
  listUnpaidPurchases: listUnpaidPurchasesEndpoint,
  listMyOrders: listMyOrdersEndpoint,
  readMyOrder: readMyOrderEndpoint,
  readHistory: readHistoryEndpoint,
  settleMyOrder: settleMyOrderEndpoint,
  cancelOrder: cancelOrderEndpoint,
  deliverOrder: deliverOrderEndpoint,
  listOrders: listOrdersEndpoint,
  shipOrder: shipOrderEndpoint,
  correctShipment: correctShipmentEndpoint,
  shipOrders: shipOrdersEndpoint,
  deliverOrders: deliverOrdersEndpoint,
  readPackingPapers: readPackingPapersEndpoint,
  correctAddress: correctAddressEndpoint,
} as const;

const delivery = {
  quoteDelivery: quoteDeliveryEndpoint,
  listCountries: listCountriesEndpoint,
  readAddressFields: readAddressFieldsEndpoint,
  readAddressForm: readAddressFormEndpoint,
  addAddress: addAddressEndpoint,
  editAddress: editAddressEndpoint,
  deleteAddress: deleteAddressEndpoint,
  readDeliveryRules: readDeliveryRulesEndpoint,
  saveDeliveryRules: saveDeliveryRulesEndpoint,
} as const;

const payments = {
  createPaymentIntent: createPaymentIntentEndpoint,
  receiveEvent: receiveEventEndpoint,
  requestRefund: requestRefundEndpoint,
  listRefunds: listRefundsEndpoint,
  listDisputes: listDisputesEndpoint,
} as const;

const invoices = {
  readInvoiceFile: readInvoiceFileEndpoint,
  readAccounts: readAccountsEndpoint,
} as const;

const images = {
  uploadImage: uploadImageEndpoint,
} as const;

const settings = {
  readSettings: readSettingsEndpoint,
  saveSettings: saveSettingsEndpoint,
} as const;

const administration = {
  writeToCeo: writeToCeoEndpoint,
  listLetters: listLettersEndpoint,
  readOverview: readOverviewEndpoint,
  readNotices: readNoticesEndpoint,
  listAdminChanges: listAdminChangesEndpoint,
} as const;

/** Which feature each belongs to: the tags of the API’s description. */
export const endpointsByFeature = {
  people,
  catalogue,
  reviews,
  fit,
  basket,
  orders,
  delivery,
  payments,
  invoices,
  images,
  settings,
  administration,
} as const;

export const endpoints = {
  ...people,
  ...catalogue,
  ...reviews,
  ...fit,
  ...basket,
  ...orders,
  ...delivery,
  ...payments,
  ...invoices,
  ...images,
  ...settings,
  ...administration,
} as const;

export type EndpointName = keyof typeof endpoints;
