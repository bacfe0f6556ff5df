import { reasonOf } from '../../primitives/errors.ts'

/** An address and port to listen on, with the flags that choose them. */
export interface ListeningPlace {
  readonly host: string
  readonly port: number
  readonly hostFlag: string
  readonly portFlag: string
}

/** Explains why the system refused to listen; undefined for errors of another kind. */
export function listeningProblem(error: unknown, place: ListeningPlace): string | undefined {
  const { host, port, hostFlag, portFlag } = place
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: stop the program that uses it, or choose another with ${portFlag}`
    case 'EACCES':
      return `this user may not listen on port ${port} of ${host}: choose one above 1023 with ${portFlag}`
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return `${host} is not an address of this machine: choose another with ${hostFlag}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is an unknown host name: choose an address of this machine with ${hostFlag}`
    default:
      return isListening(error) ? `cannot listen on port ${port} of ${host}: ${reasonOf(error)}` : undefined
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && isListening(error) ? error.code : undefined

const isListening = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  ['listen', 'bind', 'getaddrinfo'].includes(String(error.syscall))
