import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { destinationChoices, OTHER_DESTINATION } from '#shared/content/destinations.ts'
import * as options from '#shared/inquiry/fields.ts'
import { listCompanions, toTravellerFieldName, travellerFields } from '#shared/inquiry/fields.ts'
import { questions, travellerLabels } from '#shared/inquiry/questions.ts'
import { DEFAULT_COUNTRY } from '#shared/lib/phone/dial-codes.ts'
import styles from './question-fields.module.css'
import {
  Chapter,
  CountQuestion,
  DateQuestion,
  MultipleChoiceQuestion,
  QuestionGrid,
  SingleChoiceQuestion,
  TextAreaQuestion,
  TextQuestion,
  useInquiryContext,
} from './question-fields.tsx'

export function AboutYouChapter() {
  const { values, change, errors } = useInquiryContext().form
  return (
    <Chapter id="you">
      <QuestionGrid>
        <TextQuestion name="first_name" autoComplete="given-name" />
        <TextQuestion name="last_name" autoComplete="family-name" />
        <TextQuestion name="email" type="email" autoComplete="email" maxLength={254} />
        <PhoneField
          country={values.country ?? DEFAULT_COUNTRY}
          phone={values.phone ?? ''}
          error={errors.phone}
          onChange={change}
        />
        <TextQuestion name="nationality" />
        <SingleChoiceQuestion
          isHalfWidth
          name="communication_style"
          options={options.communicationStyles}
        />
        <SingleChoiceQuestion
          name="special_occasion"
          options={options.specialOccasions}
          revealOption={options.OTHER}
        >
          <TextQuestion isRevealed name="special_occasion_other" maxLength={200} />
        </SingleChoiceQuestion>
      </QuestionGrid>
    </Chapter>
  )
}

export function JourneyChapter() {
  const { form, today } = useInquiryContext()
  return (
    <Chapter id="journey">
      <QuestionGrid>
        <MultipleChoiceQuestion
          name="travel_destination"
          options={destinationChoices}
          revealOption={OTHER_DESTINATION}
        >
          <TextQuestion isRevealed name="travel_destination_other" maxLength={200} />
        </MultipleChoiceQuestion>
        <DateQuestion name="departure_date" from={today} />
        <DateQuestion name="return_date" from={form.values.departure_date || today} />
        <div className={styles.flexibleDates}>
          <Checkbox {...form.box('flexible_dates')}>{questions.flexible_dates.label}</Checkbox>
        </div>
        <CountQuestion name="adults" label="Adults" min={1} singular="adult" />
        <CountQuestion
          name="children"
          label="Children"
          note="(0-12 years)"
          min={0}
          singular="child"
        />
        <Companions />
        <SingleChoiceQuestion name="trip_budget" options={options.tripBudgets} />
      </QuestionGrid>
    </Chapter>
  )
}

export function GettingThereChapter() {
  return (
    <Chapter id="getting-there">
      <QuestionGrid>
        <SingleChoiceQuestion
          name="flight_class"
          options={options.flightClasses}
          revealOption={options.OTHER}
        >
          <TextQuestion isRevealed name="flight_class_other" maxLength={200} />
        </SingleChoiceQuestion>
        <SingleChoiceQuestion isHalfWidth name="book_own_airfare" options={options.yesOrNo} />
        <TextQuestion name="departure_airport" maxLength={200} />
        <SingleChoiceQuestion name="small_planes" options={options.smallPlanes} />
      </QuestionGrid>
    </Chapter>
  )
}

export function StayChapter() {
  return (
    <Chapter id="staying">
      <QuestionGrid>
        <SingleChoiceQuestion name="moving_hotels" options={options.movingHotels} />
        <SingleChoiceQuestion name="hotel_preference" options={options.hotelPreferences} />
        <TextAreaQuestion name="accommodations" placeholder="Places you have loved, and why" />
        <TextAreaQuestion name="pet_peeves" placeholder="What spoils a stay for you" />
        <SingleChoiceQuestion name="allergies" options={options.yesOrNo} revealOption={options.YES}>
          <TextQuestion isRevealed name="allergies_detail" maxLength={1000} />
        </SingleChoiceQuestion>
      </QuestionGrid>
    </Chapter>
  )
}

export function InterestsChapter() {
  return (
    <Chapter id="interests">
      <QuestionGrid>
        <div className={styles.fullWidth}>
          <TextAreaQuestion name="free_time_activities" />
        </div>
        <MultipleChoiceQuestion name="outdoor_activities" options={options.outdoorActivities} />
        <MultipleChoiceQuestion name="areas_of_interest" options={options.areasOfInterest} />
      </QuestionGrid>
    </Chapter>
  )
}

/** A row for each companion of the sender. A row removed and added again keeps its values. */
function Companions() {
  const { form } = useInquiryContext()
  const companions = listCompanions(form.values)
  return (
    <div className={styles.companions}>
      {companions.length > 0 ? <p className={styles.title}>Who travels with you</p> : null}
      <div className={styles.rows}>
        {companions.map(({ index, title }) => (
          <fieldset key={title} className={styles.row}>
            <legend>{title}</legend>
            {travellerFields.map((field) => {
              const name = toTravellerFieldName(index, field)
              return (
                <TextField
                  key={name}
                  {...form.field(name)}
                  label={travellerLabels[field]}
                  autoComplete="off"
                  required
                  maxLength={100}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      <noscript>
        <TextArea
          label="Who travels with you"
          hint="First name, last name and relationship of each, one per line."
          name="travelers_note"
          optional
          rows={3}
          maxLength={2000}
        />
      </noscript>
    </div>
  )
}
