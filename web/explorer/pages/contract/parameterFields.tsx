import type { AbiParameter } from '../../../shared/abi/abiType.ts'
import { canonicalType } from '../../../shared/abi/signature.ts'

interface ParameterFieldsProps {
  readonly parameters: readonly AbiParameter[]
  readonly texts: readonly string[]
  readonly onChange: (texts: readonly string[]) => void
}

export const ParameterFields = ({ parameters, texts, onChange }: ParameterFieldsProps) => (
  <>
    {parameters.map((parameter, index) => (
      <label key={`${index} ${parameter.name}`}>
        {parameter.name || `parameter ${index + 1}`} ({canonicalType(parameter)})
        <input
          spellcheck={false}
          autocomplete="off"
          placeholder={/[[(]|tuple/.test(parameter.type) ? 'JSON, such as ["1", "2"]' : ''}
          value={texts[index] ?? ''}
          onInput={({ currentTarget }) => onChange(texts.with(index, currentTarget.value))}
        />
      </label>
    ))}
  </>
)
