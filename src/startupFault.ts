/** A fault the operator can mend: told in one line on standard error, without a stack trace. */
export class StartupFault extends Error {
  override name = 'StartupFault';
}
