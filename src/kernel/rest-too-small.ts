/** A refusal that pages say, too; they need none of the others. */
export const restTooSmall =
  'What is left to pay is below $0.50, where card payments start. Please cancel it and order it again with something else.';
