/**
 * The reference node cannot execute this message: its own error ends the processing of the block. A transaction that leads
 * here can be in no block.
 */
export class UnprocessableMessage extends Error {
  override readonly name = 'UnprocessableMessage'
}
