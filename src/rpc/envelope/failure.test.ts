import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { SharingError } from '../../sharing/sharingError.ts'
import { StoreError } from '../../store/errors.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import { failureFor } from './failure.ts'

describe('the answer to a call that meets damaged data', () => {
  it.each([
    new DamagedData('the record 0x00 of the table headers'),
    new MissingNode('node', asHash(new Uint8Array(32))),
  ])('names the command that helps, and the log names the damaged data', (error) => {
    const reported: unknown[] = []
    const failure = failureFor(error, (told) => reported.push(told))
    expect(failure).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^data damaged: .*cambium verify/),
    })
    expect(reported).toEqual([error])
    expect(error.message).toMatch(/^data damaged: the (record|trie node) 0x00.*run "cambium verify"/)
  })
})

it("says that the disk is full; only the operator's log names the folder", () => {
  const reported: unknown[] = []
  const error = new StoreError('disk-full', 'disk full: 3.0 MiB are left for /data/regtest')
  const { message } = failureFor(error, (told) => reported.push(told))
  expect(message).toMatch(/^disk full: nothing can be stored/)
  expect(message).not.toContain('/data')
  expect(reported).toEqual([error])
})

it('names the error when another program has changed the shared state, and logs the reason', () => {
  const reported: unknown[] = []
  const error = new SharingError('refused', 'redis://a: WRONGTYPE', 'WRONGTYPE')
  expect(failureFor(error, (told) => reported.push(told))).toMatchObject({
    code: -32000,
    message: 'the shared state cannot be used: the operator finds the reason in the log',
  })
  expect(reported).toEqual([error])
})
