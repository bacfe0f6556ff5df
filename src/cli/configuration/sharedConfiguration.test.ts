import { expect, it } from 'vitest'
import { SharingError } from '../../sharing/sharingError.ts'
import { sharedFailure } from './sharedConfiguration.ts'

it.each([
  ['away', 'Start the server or correct the address'],
  ['refused', '--shared-password-file'],
] as const)('the message about shared state that is %s says what to do', (problem, advice) => {
  const { message, exitCode } = sharedFailure(new SharingError(problem, 'h:1: connect ECONNREFUSED'))
  expect(message.split('\n')).toEqual([
    '--shared: h:1: connect ECONNREFUSED',
    expect.stringContaining(advice),
  ])
  expect(exitCode).toBe(1)
})

it('other messages about shared state say what to do themselves', () => {
  expect(sharedFailure(new SharingError('format', 'use another --shared-prefix')).message).toBe(
    '--shared: use another --shared-prefix',
  )
})
