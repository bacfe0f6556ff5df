/**
 * The chain asks the Bridge for something this version cannot do. It is not a failure of the call: execution
 * must stop here, because going on would produce a state that no other node has.
 */
export class NotImplementedByThisVersion extends Error {
  override readonly name = 'NotImplementedByThisVersion'
  /** What was asked for. */
  readonly feature: string

  constructor(feature: string) {
    super(`not implemented by this version of the Bridge: ${feature}`)
    this.feature = feature
  }
}
