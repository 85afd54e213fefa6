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

export const endpoints = {
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
  listParts: listPartsEndpoint,
  countParts: countPartsEndpoint,
  suggestParts: suggestPartsEndpoint,
  readPart: readPartEndpoint,
  addPart: addPartEndpoint,
  editPart: editPartEndpoint,
  takeOffSale: takeOffSaleEndpoint,
  previewImport: previewImportEndpoint,
  confirmImport: confirmImportEndpoint,
  listReviews: listReviewsEndpoint,
  listMyReviews: listMyReviewsEndpoint,
  writeReview: writeReviewEndpoint,
  hideReview: hideReviewEndpoint,
  readProfile: readProfileEndpoint,
  saveProfile: saveProfileEndpoint,
  writeToCeo: writeToCeoEndpoint,
  listLetters: listLettersEndpoint,
  readOverview: readOverviewEndpoint,
  readNotices: readNoticesEndpoint,
  listAdminChanges: listAdminChangesEndpoint,
  listStockMovements: listStockMovementsEndpoint,
  placeOrder: placeOrderEndpoint,
  readInvoiceFile: readInvoiceFileEndpoint,
  readAccounts: readAccountsEndpoint,
  placePurchase: placePurchaseEndpoint,
  readPurchase: readPurchaseEndpoint,
  listUnpaidPurchases: listUnpaidPurchasesEndpoint,
  listMyOrders: listMyOrdersEndpoint,
  readMyOrder: readMyOrderEndpoint,
  readHistory: readHistoryEndpoint,
  settleMyOrder: settleMyOrderEndpoint,
  cancelOrder: cancelOrderEndpoint,
  deliverOrder: deliverOrderEndpoint,
  readBasket: readBasketEndpoint,
  addToBasket: addToBasketEndpoint,
  setBasketQuantity: setBasketQuantityEndpoint,
  removeFromBasket: removeFromBasketEndpoint,
  emptyBasket: emptyBasketEndpoint,
  checkFit: checkFitEndpoint,
  saveBuild: saveBuildEndpoint,
  createPaymentIntent: createPaymentIntentEndpoint,
  receiveEvent: receiveEventEndpoint,
  listOrders: listOrdersEndpoint,
  shipOrder: shipOrderEndpoint,
  correctShipment: correctShipmentEndpoint,
  shipOrders: shipOrdersEndpoint,
  deliverOrders: deliverOrdersEndpoint,
  readPackingPapers: readPackingPapersEndpoint,
  correctAddress: correctAddressEndpoint,
  requestRefund: requestRefundEndpoint,
  listRefunds: listRefundsEndpoint,
  listDisputes: listDisputesEndpoint,
  uploadImage: uploadImageEndpoint,
  readSettings: readSettingsEndpoint,
  saveSettings: saveSettingsEndpoint,
  readDeliveryRules: readDeliveryRulesEndpoint,
  saveDeliveryRules: saveDeliveryRulesEndpoint,
  quoteDelivery: quoteDeliveryEndpoint,
  listCountries: listCountriesEndpoint,
  readAddressFields: readAddressFieldsEndpoint,
  readAddressForm: readAddressFormEndpoint,
  addAddress: addAddressEndpoint,
  editAddress: editAddressEndpoint,
  deleteAddress: deleteAddressEndpoint,
} as const;

export type EndpointName = keyof typeof endpoints;
