import type { Tracer } from '../../evm/tracer.ts'
import type { TransactionWatch } from '../../execution/block/blockExecution.ts'
import type { AccessObserver } from '../../state/accessTracker.ts'

/** Several observers of one execution as one. */
export function combinedWatch(watches: readonly TransactionWatch[]): TransactionWatch {
  const tracers = watches.flatMap(({ tracer }) => tracer ?? [])
  const observers = watches.flatMap(({ accesses }) => accesses ?? [])
  return {
    ...(tracers.length > 0 && { tracer: combinedTracer(tracers) }),
    ...(observers.length > 0 && { accesses: combinedObserver(observers) }),
  }
}

const combinedTracer = (tracers: readonly Tracer[]): Tracer => ({
  step(step): void {
    for (const tracer of tracers) tracer.step?.(step)
  },
  storageRead(address, key, value): void {
    for (const tracer of tracers) tracer.storageRead?.(address, key, value)
  },
  storageWrite(address, key, value): void {
    for (const tracer of tracers) tracer.storageWrite?.(address, key, value)
  },
  enter(entry): void {
    for (const tracer of tracers) tracer.enter?.(entry)
  },
  exit(exit): void {
    for (const tracer of tracers) tracer.exit?.(exit)
  },
  log(log): void {
    for (const tracer of tracers) tracer.log?.(log)
  },
  selfDestruct(address, beneficiary, balance): void {
    for (const tracer of tracers) tracer.selfDestruct?.(address, beneficiary, balance)
  },
  transfer(from, to, amount): void {
    for (const tracer of tracers) tracer.transfer?.(from, to, amount)
  },
})

const combinedObserver = (observers: readonly AccessObserver[]): AccessObserver => ({
  read(address, part): void {
    for (const observer of observers) observer.read(address, part)
  },
  write(address, part): void {
    for (const observer of observers) observer.write(address, part)
  },
})
