import { describe, expect, it } from 'vitest'
import { messageOf, RpcError } from './rpcError.ts'

describe('messageOf', () => {
  it('says why the node does not answer a call', () => {
    expect(
      messageOf(new RpcError('method not found', { code: -32601, method: 'debug_traceTransaction' })),
    ).toBe(
      'This node does not answer debug_traceTransaction: its operator has switched it off, or the API key does not grant it.',
    )
    const pruned = 'state of block 7 is pruned: this node keeps the last 64 blocks'
    expect(messageOf(new RpcError(pruned, { code: -32000 }))).toBe(
      `The node does not keep this part of the past: ${pruned}.`,
    )
    expect(messageOf(new RpcError('limit exceeded', { code: -32005 }))).toContain('Wait a little')
    expect(messageOf(new RpcError('something else'))).toBe('something else')
    expect(messageOf('text')).toBe('text')
  })
})
