import type { EnvironmentVariables } from '../commandLine/command.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'

/** The first file descriptor after those of standard input, output and error (sd_listen_fds(3)). */
const firstDescriptor = 3

/**
 * The listening socket that systemd keeps open for this process (`cambium.socket`), as a file descriptor; undefined without
 * one. Connections wait in it while the process is restarted.
 */
export function inheritedSocket(environment: EnvironmentVariables, processId: number): number | undefined {
  const { LISTEN_PID: owner, LISTEN_FDS: count } = environment
  // The variables of a parent process are for that one.
  if (owner !== String(processId) || count === undefined || count === '0') return undefined
  if (count !== '1')
    throw new CommandFailure(`systemd hands over ${count} sockets: the unit may have one ListenStream`)
  return firstDescriptor
}
