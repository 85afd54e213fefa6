/** The table of contents of the API: every call there is. */

import {
  changePassword,
  listIdentityProviders,
  requestPasswordReset,
  resetPassword,
  sendVerificationMail,
  signOutEverywhere,
  startSocialSignIn,
  verifyEmail,
} from '#contract/accounts.ts';
import { countParts, suggestParts } from '#contract/catalogue.ts';
import { writeToCeo } from '#contract/ceo.ts';
import { listDisputes } from '#contract/disputes.ts';
import { readHistory } from '#contract/history.ts';
import { uploadImage } from '#contract/images.ts';
import {
  cancelOrder,
  correctShipment,
  listMyOrders,
  listOrders,
  placeOrder,
  readMyOrder,
  settleMyOrder,
  shipOrder,
} from '#contract/orders.ts';
import { readOverview } from '#contract/overview.ts';
import { listParts } from '#contract/part-lists.ts';
import { addPart, editPart, readPart, takeOffSale } from '#contract/parts.ts';
import { createPaymentIntent } from '#contract/payments.ts';
import {
  createAccessToken,
  createAdmin,
  dismissAdmin,
  listPeople,
  readAdmin,
  readSession,
  signIn,
  signOut,
  signUp,
} from '#contract/people.ts';
import { readProfile, saveProfile } from '#contract/profiles.ts';
import { listRefunds, requestRefund } from '#contract/refunds.ts';
import { hideReview, listMyReviews, listReviews, writeReview } from '#contract/reviews.ts';
import { receiveEvent } from '#contract/webhooks.ts';

export const calls = {
  signUp,
  signIn,
  signOut,
  readSession,
  verifyEmail,
  sendVerificationMail,
  requestPasswordReset,
  resetPassword,
  changePassword,
  signOutEverywhere,
  listIdentityProviders,
  startSocialSignIn,
  createAccessToken,
  readAdmin,
  listPeople,
  createAdmin,
  dismissAdmin,
  listParts,
  countParts,
  suggestParts,
  readPart,
  addPart,
  editPart,
  takeOffSale,
  listReviews,
  listMyReviews,
  writeReview,
  hideReview,
  readProfile,
  saveProfile,
  writeToCeo,
  readOverview,
  placeOrder,
  listMyOrders,
  readMyOrder,
  readHistory,
  settleMyOrder,
  cancelOrder,
  createPaymentIntent,
  receiveEvent,
  listOrders,
  shipOrder,
  correctShipment,
  requestRefund,
  listRefunds,
  listDisputes,
  uploadImage,
} as const;

export type CallName = keyof typeof calls;
