import { describe, expect, it } from 'vitest'
import { JsonText } from './jsonText.ts'
import { plainResult } from './result.ts'
import { StreamedJson } from './streamedJson.ts'

async function* pieces(...texts: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

const explain = (error: unknown) => new Error(`explained: ${error instanceof Error ? error.message : ''}`)

describe('a result', () => {
  it('in pieces is the value of the joined text', async () => {
    expect(await plainResult(new StreamedJson(pieces('{"a":[1', ',2]', '}')))).toEqual({ a: [1, 2] })
  })

  it('that is already written is the value of its text', async () => {
    expect(await plainResult(new JsonText('{"a":null}'))).toEqual({ a: null })
  })

  it('that is a value is itself', async () => {
    expect(await plainResult({ a: null })).toEqual({ a: null })
  })
})

describe('pieces that are explained', () => {
  it('are unchanged without a failure', async () => {
    expect(await plainResult(new StreamedJson(pieces('[', ']')).explaining(explain))).toEqual([])
  })

  it('replace an error by its explanation', async () => {
    const failing = new StreamedJson(pieces('[', new Error('disk'))).explaining(explain)
    await expect(plainResult(failing)).rejects.toThrow('explained: disk')
  })

  it('stop their source at once', async () => {
    let isStopped = false
    const source: AsyncIterator<string> = {
      next: () => new Promise(() => {}),
      async return() {
        isStopped = true
        return { done: true, value: undefined }
      },
    }
    const explained = new StreamedJson({ [Symbol.asyncIterator]: () => source }).explaining(explain)
    const iterator = explained.pieces[Symbol.asyncIterator]()
    void iterator.next()
    await iterator.return?.()
    expect(isStopped).toBe(true)
  })
})
