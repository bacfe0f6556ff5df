/** A reader's thread does not see a block that the chain already has; the caller answers in its own thread. */
export class ReaderBehind extends Error {
  override readonly name = 'ReaderBehind'
}
