interface ChoiceProps {
  readonly label: string
  readonly value: string | number
  readonly options: readonly { readonly value: string | number; readonly name: string }[]
  readonly onChoose: (value: string) => void
}

export const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label>
    {label}
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  </label>
)
