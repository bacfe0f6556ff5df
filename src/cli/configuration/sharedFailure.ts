import type { SharingError, SharingProblem } from '../../sharing/sharingError.ts'
import { CommandFailure } from '../commandLine/errors.ts'

/** What the operator does about it; the message of the problem has the rest. */
const advice: Partial<Record<SharingProblem, string>> = {
  away:
    'Start the server or correct the address (rediss:// for a port with TLS, redis:// for one without). ' +
    'Nothing starts without its shared state; a running process goes on for a minute with the keys that it knows.',
  refused:
    'Set the password with --shared-password-file or CAMBIUM_SHARED_PASSWORD, the authority of a certificate with --shared-ca-file.',
}

/** The shared state cannot be used: what is wrong, and what to do. */
export function sharedFailure({ message, problem }: SharingError): CommandFailure {
  const help = advice[problem]
  return new CommandFailure(`--shared: ${message}${help === undefined ? '' : `\n${help}`}`)
}
