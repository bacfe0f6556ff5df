import { describe, expect, it } from 'vitest'
import { batchText, resultOf, splitAnswers } from './batchText.ts'

const request = (id: string | number) => ({ id, name: 'eth_call', params: ['ü'] })
const success = (id: string | number, result: unknown) => ({ jsonrpc: '2.0', id, result })
const failure = (id: string | number) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'no' } })
const bodyOf = (answers: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(answers))

describe('the text of a batch', () => {
  it('has the calls with the ids of the client', () => {
    expect(JSON.parse(batchText([request('é'), request(2)]))).toEqual([
      { jsonrpc: '2.0', id: 'é', method: 'eth_call', params: ['ü'] },
      { jsonrpc: '2.0', id: 2, method: 'eth_call', params: ['ü'] },
    ])
  })

  it('is split into the answers, whatever texts their results have', () => {
    const ids = ['é', 1, 1, '"},{']
    const requests = ids.map(request)
    const deceptive = ',{"jsonrpc":"2.0","id":1,"result":"0x"}'
    const sent = [success('é', deceptive), failure(1), success(1, [{ id: 1 }, 'ü']), success('"},{', null)]
    const answers = splitAnswers(bodyOf(sent), requests)!
    expect(answers.map((answer) => JSON.parse(answer.toString()))).toEqual(sent)
    const results = answers.map((answer, index) => resultOf(answer, requests[index]!))
    expect(results).toEqual([JSON.stringify(deceptive), undefined, '[{"id":1},"ü"]', 'null'])
  })

  it.each([
    ['too few answers', JSON.stringify([success(1, '0x')])],
    ['another order', JSON.stringify([success(2, '0x'), success(1, '0x')])],
    ['an end that is cut off', JSON.stringify([success(1, '0x'), success(2, '0x')]).slice(0, -1)],
    ['one answer', JSON.stringify(success(1, '0x'))],
    ['no text', ''],
  ])('is not split with %s', (_, body) => {
    expect(splitAnswers(Buffer.from(body), [request(1), request(2)])).toBeUndefined()
  })
})
