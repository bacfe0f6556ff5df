import { TraceError } from '../output/traceError.ts'

/** The tracer and its options. */
export type TracerChoice =
  | ({ readonly name: 'struct-logs' } & StructLogOptions)
  | ({ readonly name: 'calls' } & CallTracerOptions)
  | ({ readonly name: 'prestate' } & PrestateOptions)

export interface StructLogOptions {
  readonly disableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
}

export interface CallTracerOptions {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

export interface PrestateOptions {
  /** Whether to show changes instead of the earlier state. */
  readonly diffMode: boolean
}

type Members = ReadonlyMap<string, unknown>

/**
 * Reads the options of the `debug` methods like the reference node: names in any letter case, members of
 * `tracerConfig` like members beside it, a flag is set by `true` or the text "true", unknown members are ignored.
 * Any other value than an object means default options.
 */
export function readTracerChoice(options: unknown): TracerChoice {
  if (options === null) throw new TraceError('bad-options', 'the options of a trace are an object, not null')
  const members = membersOf(options)
  const isSet = (name: string): boolean => String(members.get(name.toLowerCase())).toLowerCase() === 'true'
  switch (tracerName(members)) {
    case 'rsktracer':
      return {
        name: 'struct-logs',
        disableMemory: isSet('disableMemory'),
        disableStack: isSet('disableStack'),
        disableStorage: isSet('disableStorage'),
      }
    case 'calltracer':
      return { name: 'calls', onlyTopCall: isSet('onlyTopCall'), withLog: isSet('withLog') }
    case 'prestatetracer':
      return { name: 'prestate', diffMode: isSet('diffMode') }
    default:
      throw new TraceError(
        'bad-options',
        'there is no such tracer: the tracers are callTracer, prestateTracer and rskTracer',
      )
  }
}

function membersOf(options: unknown): Members {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return new Map()
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(options)) {
    if (name.toLowerCase() !== 'tracerconfig') members.set(name.toLowerCase(), value)
    else for (const [inner, setting] of membersOf(value)) members.set(inner, setting)
  }
  return members
}

function tracerName(members: Members): string | undefined {
  if (!members.has('tracer')) return 'rsktracer'
  const name = members.get('tracer')
  return typeof name === 'string' ? name.toLowerCase() : undefined
}
