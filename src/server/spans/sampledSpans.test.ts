import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type EndedSpan, sampledSpans } from './sampledSpans.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const sampled = `00-${trace}-b7ad6b7169203331-01`
const unsampled = `00-${trace}-b7ad6b7169203331-00`

function open(oneIn: number) {
  const ended: EndedSpan[] = []
  let elapsed = 0
  const spans = sampledSpans({
    oneIn,
    now: () => 1_700_000_000_000,
    elapsedMs: () => elapsed++,
    random: randomBytes,
    onEnd: (span) => void ended.push(span),
  })
  return { spans, ended }
}

describe('sampled requests', () => {
  it('have a span in the trace that the client named, with its parts, times and attributes', () => {
    const { spans, ended } = open(1)
    const request = spans(sampled, false)!
    const part = request.begin('reader thread', 'internal')
    part.set('cambium.gas', 21_000)
    part.end('it failed')
    request.called('eth_call', 3)
    request.end()
    request.end()
    expect(ended.map(({ name, kind, traceId }) => [name, kind, traceId])).toEqual([
      ['reader thread', 1, trace],
      ['eth_call', 2, trace],
    ])
    const [inner, outer] = ended
    expect(outer?.parentSpanId).toBe('b7ad6b7169203331')
    expect(inner?.parentSpanId).toBe(outer?.spanId)
    expect(request.traceparent).toBe(`00-${trace}-${outer?.spanId}-01`)
    expect(outer?.startTimeUnixNano).toBe('1700000000000000000')
    expect(BigInt(outer!.endTimeUnixNano)).toBeGreaterThan(BigInt(outer!.startTimeUnixNano))
    expect(inner).toMatchObject({
      attributes: [{ key: 'cambium.gas', value: { intValue: '21000' } }],
      status: { code: 2, message: 'it failed' },
    })
  })

  it("are chosen by the server's own ratio or by a gateway, never by clients", () => {
    const { spans } = open(1_000_000_000)
    const begun = Array.from({ length: 1_000 }, () => spans(sampled, false))
    expect(begun.filter((span) => span !== undefined).length).toBeLessThan(3)
    expect(spans(sampled, true)).toBeDefined()
    expect(open(1).spans(unsampled, true)).toBeUndefined()
    expect(open(1).spans(undefined, true)).toBeUndefined()
    expect(open(1).spans(undefined, false)).toBeDefined()
  })

  it('are named after their method, or are a batch', () => {
    const { spans, ended } = open(1)
    const batch = spans(undefined, false)!
    batch.called('eth_call', undefined)
    batch.called('eth_chainId', -32603)
    batch.end()
    expect(ended[0]).toMatchObject({ name: 'batch' })
    expect(ended[0]?.attributes).toEqual([
      { key: 'rpc.jsonrpc.error_code', value: { intValue: '-32603' } },
      { key: 'cambium.calls', value: { intValue: '2' } },
    ])
    expect(ended[0]).not.toHaveProperty('parentSpanId')
  })
})
