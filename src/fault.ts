/** A failure that the operator can fix. It is printed as one line, without a stack trace. */
export class OperatorFault extends Error {
  override name = 'OperatorFault';
}
