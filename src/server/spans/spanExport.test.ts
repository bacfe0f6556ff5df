import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { EndedSpan } from './sampledSpans.ts'
import { SpanExport } from './spanExport.ts'

const span = (name: string): EndedSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name,
  kind: 2,
  startTimeUnixNano: '1',
  endTimeUnixNano: '2',
  attributes: [],
  status: { code: 0 },
})

interface Posted {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly unknown[] }
    readonly scopeSpans: readonly { readonly spans: readonly EndedSpan[] }[]
  }[]
}

let collector: Server | undefined
afterEach(() => {
  collector?.closeAllConnections()
  collector?.close()
})

/** A collector that answers with a status, and what it was sent. */
async function openCollector(status = 200) {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (bytes) => (text += String(bytes)))
    request.on('end', () => {
      posted.push(JSON.parse(text))
      response.writeHead(status).end('{}')
    })
  })
  collector = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { posted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` }
}

function openExport(url: string) {
  const dropped: [number, string][] = []
  const parts = {
    url,
    version: '1',
    role: 'node',
    onDropped: (count: number, reason: string) => void dropped.push([count, reason]),
  }
  return { dropped, spans: new SpanExport(parts) }
}

const namesIn = (posted: readonly Posted[]): string[] =>
  posted.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)),
    ),
  )

describe('the export of spans', () => {
  it('sends ended spans as OTLP, and the rest when it is closed', async () => {
    const { posted, url } = await openCollector()
    const { spans, dropped } = openExport(url)
    const names = Array.from({ length: 1_100 }, (_, index) => `call ${index}`)
    for (const name of names) spans.add(span(name))
    await spans.close()
    expect(namesIn(posted)).toEqual(names)
    expect(posted.length).toBeGreaterThan(2)
    expect(posted[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'cambium' },
    })
    expect(dropped).toEqual([])
  })

  it('drops spans that the collector refuses or that exceed its memory', async () => {
    const { url } = await openCollector(500)
    const refused = openExport(url)
    refused.spans.add(span('refused'))
    await refused.spans.close()
    expect(refused.dropped).toEqual([[1, 'the collector answered with status 500']])
    const away = openExport('http://127.0.0.1:1/')
    for (let count = 0; count < 10_000; count++) away.spans.add(span('away'))
    await away.spans.close()
    expect(away.dropped.reduce((sum, [count]) => sum + count, 0)).toBe(10_000)
  })
})
