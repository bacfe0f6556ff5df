/** A request about the peg that cannot be met, with the reason. */
export class PegRefusal extends Error {
  override readonly name = 'PegRefusal'
}
