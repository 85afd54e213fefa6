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
import { writeToCeo } from '#contract/ceo.ts';
import { uploadImage } from '#contract/images.ts';
import {
  cancelOrder,
  listMyOrders,
  listOrders,
  placeOrder,
  readMyOrder,
  settleMyOrder,
  shipOrder,
} from '#contract/orders.ts';
import { readOverview } from '#contract/overview.ts';
import { addPart, editPart, listParts, readPart, takeOffSale } from '#contract/parts.ts';
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
import { hideReview, listReviews, writeReview } from '#contract/reviews.ts';

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
  readPart,
  addPart,
  editPart,
  takeOffSale,
  listReviews,
  writeReview,
  hideReview,
  readProfile,
  saveProfile,
  writeToCeo,
  readOverview,
  placeOrder,
  listMyOrders,
  readMyOrder,
  settleMyOrder,
  cancelOrder,
  createPaymentIntent,
  listOrders,
  shipOrder,
  uploadImage,
} as const;

export type CallName = keyof typeof calls;
