/**
 * The reference node cannot execute this message: its own error ends the processing of the block. So no block
 * can hold a transaction that leads to this error.
 */
export class UnprocessableMessage extends Error {
  override readonly name = 'UnprocessableMessage'
}
