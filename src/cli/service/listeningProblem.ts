import { reasonOf } from '../errors.ts'

/** Where something should listen, and the flags that choose it. */
export interface ListeningPlace {
  readonly host: string
  readonly port: number
  readonly hostFlag: string
  readonly portFlag: string
}

/** Why nobody can be listened to, in words that help; undefined for errors of another kind. */
export function listeningProblem(error: unknown, place: ListeningPlace): string | undefined {
  const { host, port, hostFlag, portFlag } = place
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: stop the program that has it, or choose another with ${portFlag}`
    case 'EACCES':
      return `this user may not listen on port ${port} of ${host}: choose one above 1023 with ${portFlag}`
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return `${host} is no address of this machine: choose another with ${hostFlag}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not known as a name: choose an address of this machine with ${hostFlag}`
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
