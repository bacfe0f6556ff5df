import { useMemo } from 'preact/hooks'
import { disassemble } from '../../../shared/evm/disassemble.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { VirtualList } from '../../../shared/parts/virtualList.tsx'

/** The code of a contract as instructions. */
export function CodeView({ code }: { readonly code: string }) {
  const instructions = useMemo(() => disassemble(code), [code])
  return (
    <>
      <VirtualList
        count={instructions.length}
        rowHeight={24}
        label="Instructions"
        row={(index) => {
          const { at, name, operand } = instructions[index] ?? { at: 0, name: '', operand: '' }
          return (
            <div key={index} class="instruction">
              <span>{at.toString(16).padStart(4, '0')}</span>
              <strong>{name}</strong>
              <span>{operand}</span>
            </div>
          )
        }}
      />
      <details>
        <summary>Bytes</summary>
        <BytesText data={code} name="code" />
      </details>
    </>
  )
}
