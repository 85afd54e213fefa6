/** The table of contents of the API: every call there is. */

import {
  changePasswordEndpoint,
  listIdentityProvidersEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  sendVerificationMailEndpoint,
  signOutEverywhereEndpoint,
  startSocialSignInEndpoint,
  verifyEmailEndpoint,
} from '#contract/accounts.ts';
import { countPartsEndpoint, suggestPartsEndpoint } from '#contract/catalogue.ts';
import { writeToCeoEndpoint } from '#contract/ceo.ts';
import { listDisputesEndpoint } from '#contract/disputes.ts';
import { readHistoryEndpoint } from '#contract/history.ts';
import { uploadImageEndpoint } from '#contract/images.ts';
import {
  cancelOrderEndpoint,
  correctShipmentEndpoint,
  listMyOrdersEndpoint,
  listOrdersEndpoint,
  placeOrderEndpoint,
  readMyOrderEndpoint,
  settleMyOrderEndpoint,
  shipOrderEndpoint,
} from '#contract/orders.ts';
import { readOverviewEndpoint } from '#contract/overview.ts';
import { listPartsEndpoint } from '#contract/part-lists.ts';
import { addPartEndpoint, editPartEndpoint, readPartEndpoint, takeOffSaleEndpoint } from '#contract/parts.ts';
import { createPaymentIntentEndpoint } from '#contract/payments.ts';
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
} from '#contract/people.ts';
import { readProfileEndpoint, saveProfileEndpoint } from '#contract/profiles.ts';
import { listRefundsEndpoint, requestRefundEndpoint } from '#contract/refunds.ts';
import {
  hideReviewEndpoint,
  listMyReviewsEndpoint,
  listReviewsEndpoint,
  writeReviewEndpoint,
} from '#contract/reviews.ts';
import { receiveEventEndpoint } from '#contract/webhooks.ts';

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
  listReviews: listReviewsEndpoint,
  listMyReviews: listMyReviewsEndpoint,
  writeReview: writeReviewEndpoint,
  hideReview: hideReviewEndpoint,
  readProfile: readProfileEndpoint,
  saveProfile: saveProfileEndpoint,
  writeToCeo: writeToCeoEndpoint,
  readOverview: readOverviewEndpoint,
  placeOrder: placeOrderEndpoint,
  listMyOrders: listMyOrdersEndpoint,
  readMyOrder: readMyOrderEndpoint,
  readHistory: readHistoryEndpoint,
  settleMyOrder: settleMyOrderEndpoint,
  cancelOrder: cancelOrderEndpoint,
  createPaymentIntent: createPaymentIntentEndpoint,
  receiveEvent: receiveEventEndpoint,
  listOrders: listOrdersEndpoint,
  shipOrder: shipOrderEndpoint,
  correctShipment: correctShipmentEndpoint,
  requestRefund: requestRefundEndpoint,
  listRefunds: listRefundsEndpoint,
  listDisputes: listDisputesEndpoint,
  uploadImage: uploadImageEndpoint,
} as const;

export type EndpointName = keyof typeof endpoints;
