import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import field from '#client/ui/controls/field.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fold } from '#shared/lib/fold.ts'
import styles from './chip-list.module.css'

interface ChipListProps {
  label: string
  name: string
  /** What is offered to begin with. */
  offered: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Any of a few, and whatever else is put into words. */
export function ChipList({ label, name, offered, chosen, onChange }: ChipListProps) {
  const [own, setOwn] = useState(() => chosen.filter((one) => !offered.includes(one)))
  const [typed, setTyped] = useState('')
  // What came back from a kept draft stands among its own as well.
  const options = [...new Set([...offered, ...own, ...chosen])]
  const choose = (next: ReadonlySet<string>) => onChange(options.filter((one) => next.has(one)))
  const add = () => {
    const words = typed.trim()
    if (words === '') return
    const same = options.find((one) => fold(one) === fold(words))
    const added = same ?? words
    if (!same) setOwn([...own, words])
    if (!chosen.includes(added)) onChange([...chosen, added])
    setTyped('')
  }
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <Chip
            key={option}
            name={name}
            checked={chosen.includes(option)}
            onChange={({ target }) => {
              const next = new Set(chosen)
              if (target.checked) next.add(option)
              else next.delete(option)
              choose(next)
            }}
          >
            {option}
          </Chip>
        ))}
      </div>
      <div className={styles.own}>
        <input
          aria-label={`Add another to ${label.toLowerCase()}`}
          className={field.control}
          placeholder="Something else"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button small variant="ghost" onClick={add}>
          Add <VisuallyHidden>to {label.toLowerCase()}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  )
}
