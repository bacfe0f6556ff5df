import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FetchThread } from './fetchThread.ts'

/** A server in its own thread, because the tests block theirs. It answers the parameter of a call. */
const program = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => { text += chunk })
    request.on('end', () => {
      const body = JSON.parse(text)
      const answer = ({ id, params, method }) => ({ jsonrpc: '2.0', id, result: params[0] ?? request.headers['x-from'] })
      if (body.method === 'leave') request.socket.destroy()
      else if (body.method !== 'wait') response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
    })
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

let server: Worker
let url: URL
let thread: FetchThread
beforeAll(async () => {
  server = new Worker(program, { eval: true })
  const port = await new Promise<number>((resolve) => server.once('message', resolve))
  const limits = { attempts: 2, totalMs: 30_000 }
  url = new URL(`http://127.0.0.1:${port}/key`)
  thread = new FetchThread({ url, limits, headers: { 'x-from': 'me' } })
})
afterAll(async () => {
  thread.close()
  await server.terminate()
})

const echo = (value: unknown) => ({ method: 'echo', params: [value] })

describe('a fetching thread', () => {
  it('answers blocking and asynchronous calls', async () => {
    expect(thread.askAndWait([echo(1), echo('two')])).toEqual([{ result: 1 }, { result: 'two' }])
    expect(await thread.ask([echo([3])])).toEqual([{ result: [3] }])
    expect(thread.askAndWait([])).toEqual([])
  })

  it('keeps the answers of concurrent blocking and asynchronous calls apart', async () => {
    const later = thread.ask([echo('later')])
    expect(thread.askAndWait([echo('now')])).toEqual([{ result: 'now' }])
    expect(await later).toEqual([{ result: 'later' }])
  })

  it('sends its headers', () => {
    expect(thread.askAndWait([{ method: 'from', params: [] }])).toEqual([{ result: 'me' }])
  })

  it('throws the error of the endpoint, without its key, and stays usable', async () => {
    const leave = { method: 'leave', params: [] }
    expect(() => thread.askAndWait([leave])).toThrow(/127\.0\.0\.1:\d+\/… cannot be reached/)
    await expect(thread.ask([leave])).rejects.toMatchObject({ code: 'unreachable' })
    expect(thread.askAndWait([echo(5)])).toEqual([{ result: 5 }])
  })

  it('gives results as texts', async () => {
    expect(await thread.askForTexts([echo({ a: [1] }), echo('b')])).toEqual([
      { text: '{"a":[1]}' },
      { text: '"b"' },
    ])
  })

  it('starts again after its thread has ended', async () => {
    const started = once(process, 'worker')
    const ending = new FetchThread({ url })
    try {
      expect(await ending.ask([echo(1)])).toEqual([{ result: 1 }])
      const [worker] = (await started) as [Worker]
      const underWay = ending.ask([{ method: 'wait', params: [] }])
      void worker.terminate()
      await expect(underWay).rejects.toThrow(/the thread cambium fetch has ended/)
      await expect.poll(() => ending.ask([echo(2)]).catch(() => undefined)).toEqual([{ result: 2 }])
    } finally {
      ending.close()
    }
  })

  it('fails at once after it was closed', async () => {
    const unused = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => unused.once('listening', resolve))
    const { port } = unused.address() as AddressInfo
    unused.close()
    const closed = new FetchThread({ url: new URL(`http://127.0.0.1:${port}`) })
    closed.close()
    expect(() => closed.askAndWait([echo(1)])).toThrow('the connection was closed')
    await expect(closed.ask([echo(1)])).rejects.toMatchObject({ code: 'unreachable' })
  })
})
