import type { ComponentChildren } from 'preact';

export interface Tab {
  label: string;
  panel: ComponentChildren;
}

interface TabsProperties {
  /** Unique on the page. */
  name: string;
  /** What the tabs choose, for screen readers. */
  legend: string;
  tabs: Tab[];
  /** Whether the choice is kept for other pages, where scripts run. */
  isRemembered?: boolean;
}

/** Panels of which one is shown. Radio buttons choose it, so no script is needed. */
export function Tabs({ name, legend, tabs, isRemembered = false }: TabsProperties) {
  return (
    <fieldset class="tabs" data-remember={isRemembered ? name : undefined}>
      <legend class="unseen">{legend}</legend>
      {tabs.map(({ label, panel }, index) => {
        const id = `${name}-${index + 1}`;
        return (
          <>
            <input class="unseen" type="radio" name={name} id={id} value={label} checked={index === 0} />
            <label for={id}>{label}</label>
            <div class="tab-panel">{panel}</div>
          </>
        );
      })}
    </fieldset>
  );
}
