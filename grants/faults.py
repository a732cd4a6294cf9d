"""The engine's faults as sentences, in English and French; knows codes and words only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grants.engine import Difference, Fault

SENTENCES: dict[str, tuple[str, str]] = {
    "alias": (
        "'*{name}' refers to another place; write the value out.",
        "« *{name} » renvoie ailleurs ; écrivez la valeur en entier.",
    ),
    "anchor": (
        "'&{name}' is an anchor; these documents take none.",
        "« &{name} » est une ancre ; ces documents n'en acceptent pas.",
    ),
    "answer_needed": (
        "A yes or no is needed here, such as a comparison.",
        "Il faut ici une réponse par oui ou non, comme une comparaison.",
    ),
    "argument_count": (
        "'{name}' has {met} argument(s) here; it takes {wanted}.",
        "« {name} » a ici {met} argument(s) ; il en prend {wanted}.",
    ),
    "argument_missing": (
        "{form} needs '{name}'.",
        "{form} a besoin de « {name} ».",
    ),
    "bad_character": (
        "'{met}' has no meaning in an expression.",
        "« {met} » n'a pas de sens dans une expression.",
    ),
    "bad_name": (
        "'{name}' cannot be a name: use letters, digits and _, starting with a letter, "
        "and no word of the language.",
        "« {name} » ne peut pas servir de nom : lettres, chiffres et _, une lettre au début, "
        "et aucun mot du langage.",
    ),
    "before_outside_then": (
        "before(x) may stand only in 'then', without previous or before inside it.",
        "before(x) ne peut se trouver que dans « then », sans previous ni before à l'intérieur.",
    ),
    "below_minimum_share": (
        "{name} pays {met}, under its minimum of {least}.",
        "{name} paie {met}, moins que son minimum de {least}.",
    ),
    "by_not_government": (
        "What a pool is allocated by must vary by government.",
        "Ce selon quoi une enveloppe est répartie doit varier selon le gouvernement.",
    ),
    "check_not_an_answer": (
        "The check '{name}' must be a comparison: it answers yes or no.",
        "La vérification « {name} » doit être une comparaison : elle répond par oui ou non.",
    ),
    "condition_of_many": (
        "A condition speaks of one figure; this one still varies by {axes}.",
        "Une condition porte sur un seul chiffre ; celle-ci varie encore selon {axes}.",
    ),
    "cost_varies_over": (
        "The cost varies by {axis} already, so it cannot be divided over {axis}.",
        "Le coût varie déjà selon {axis} ; il ne peut donc pas être réparti selon {axis}.",
    ),
    "cycle": (
        "'{name}' rests on itself: {path}.",
        "« {name} » repose sur lui-même : {path}.",
    ),
    "division_by_zero": (
        "Division by zero{for_cell}.",
        "Division par zéro{for_cell}.",
    ),
    "does_not_vary": (
        "This does not vary by {axis}, so '.{label}' cannot be taken from it.",
        "Ceci ne varie pas selon {axis} ; « .{label} » ne peut donc pas en être tiré.",
    ),
    "does_not_vary_by": (
        "'{name}' does not vary by {axis}.",
        "« {name} » ne varie pas selon {axis}.",
    ),
    "does_not_vary_sum": (
        "This does not vary by {axis}, so it cannot be added up over it.",
        "Ceci ne varie pas selon {axis} et ne peut donc pas y être additionné.",
    ),
    "empty_document": ("The document is empty.", "Le document est vide."),
    "every_part_written": (
        "Beside a range or unknown every part must be written; missing: {labels}.",
        "À côté d'un intervalle ou d'un inconnu, chaque part doit être écrite ; "
        "il manque : {labels}.",
    ),
    "expected_meets_nothing": (
        "What is expected here names labels the figure does not vary by.",
        "Ce qui est attendu ici nomme des étiquettes selon lesquelles le chiffre ne varie pas.",
    ),
    "exponent_not_whole": (
        "An exponent must be whole, and made of numbers and elapsed.",
        "Un exposant doit être entier, et fait de nombres et de elapsed.",
    ),
    "exponent_notation": (
        "'{met}' has an exponent; write the number out.",
        "« {met} » a un exposant ; écrivez le nombre en entier.",
    ),
    "exponent_too_big": (
        "The exponent is {met}; it must lie in -{most}..{most}.",
        "L'exposant est {met} ; il doit être dans -{most}..{most}.",
    ),
    "expression_needed": (
        "'{name}' needs an expression here.",
        "« {name} » demande ici une expression.",
    ),
    "figure_too_long": (
        "A figure grew over {most} bits.",
        "Un chiffre a dépassé {most} bits.",
    ),
    "float_written": (
        "{met} would be read as an inexact number; put it in quotes.",
        "{met} serait lu comme un nombre inexact ; mettez-le entre guillemets.",
    ),
    "form_unknown": (
        "'{name}' must be an expression, or a table with allocate, split, tiers or first.",
        "« {name} » doit être une expression, ou un tableau avec allocate, split, tiers ou first.",
    ),
    "key_missing": ("'{name}' is missing{in_entry}.", "Il manque « {name} »{in_entry}."),
    "key_not_text": (
        "A key must be a plain text.",
        "Une clé doit être un texte simple.",
    ),
    "label_twice": (
        "'{label}' is covered twice.",
        "« {label} » est couvert deux fois.",
    ),
    "labels_needed": (
        "A list of labels is needed here.",
        "Il faut ici une liste d'étiquettes.",
    ),
    "language_unknown": (
        "The language is {met}; this engine reads language 1.",
        "Le langage est {met} ; ce moteur lit le langage 1.",
    ),
    "list_needed": ("'{name}' needs a list here.", "« {name} » demande ici une liste."),
    "maximums_below_pool": (
        "The maximums leave {met} of the pool to nobody{for_cell}.",
        "Les maximums laissent {met} de l'enveloppe à personne{for_cell}.",
    ),
    "minimum_above_maximum": (
        "A minimum of {met} lies above its maximum of {most}{for_cell}.",
        "Un minimum de {met} dépasse son maximum de {most}{for_cell}.",
    ),
    "minimums_above_pool": (
        "The minimums are {met} more than the pool{for_cell}.",
        "Les minimums dépassent l'enveloppe de {met}{for_cell}.",
    ),
    "name_taken": (
        "'{name}' is already the name of another entry ({kind}).",
        "« {name} » est déjà le nom d'une autre entrée ({kind}).",
    ),
    "negative_weight": (
        "A weight is {met}; it must be 0 or more{for_cell}.",
        "Un poids est {met} ; il doit être de 0 ou plus{for_cell}.",
    ),
    "no_release": (
        "No release of {indicator} for {date} is known for '{name}'.",
        "Aucune publication de {indicator} au {date} n'est connue pour « {name} ».",
    ),
    "no_status_quo": (
        "'{name}' needs a status_quo; write unknown if nobody can say.",
        "« {name} » a besoin d'un status_quo ; écrivez unknown si personne ne peut le dire.",
    ),
    "no_such_figure": (
        "No figure here is named '{name}'.",
        "Aucun chiffre ici ne se nomme « {name} ».",
    ),
    "no_value_for": (
        "'{name}' has no value for {labels}; add 'others:'.",
        "« {name} » n'a pas de valeur pour {labels} ; ajoutez « others: ».",
    ),
    "not_a_date": (
        "'{met}' is not a date (2013-07-01).",
        "« {met} » n'est pas une date (2013-07-01).",
    ),
    "not_a_fiscal_year": (
        "'{met}' is not a fiscal year (2014-15).",
        "« {met} » n'est pas un exercice (2014-15).",
    ),
    "not_a_number": (
        "'{met}' is not a number.",
        "« {met} » n'est pas un nombre.",
    ),
    "not_a_switch": (
        "'{met}' is not yes or no.",
        "« {met} » n'est ni oui (yes) ni non (no).",
    ),
    "not_exact": (
        "A value of type {met} is not exact; write a text such as 1/3 or 0.15.",
        "Une valeur de type {met} n'est pas exacte ; écrivez un texte comme 1/3 ou 0.15.",
    ),
    "not_finite": (
        "'{met}' is not a number; write unknown or unlimited.",
        "« {met} » n'est pas un nombre ; écrivez unknown ou unlimited.",
    ),
    "not_positive": (
        "This is {met}; it must be above 0.",
        "Ceci vaut {met} ; il doit dépasser 0.",
    ),
    "not_text": (
        "The text holds characters that cannot be read.",
        "Le texte contient des caractères illisibles.",
    ),
    "not_yaml": (
        "This is not YAML: {problem}.",
        "Ceci n'est pas du YAML : {problem}.",
    ),
    "number_needed": (
        "A number is needed here, not a yes or no.",
        "Il faut ici un nombre, pas un oui ou un non.",
    ),
    "out_of_range": (
        "{name} is {met}; it must lie in {allowed}.",
        "{name} vaut {met} ; il doit être dans {allowed}.",
    ),
    "over_not_taken": (
        "'{name}' takes no 'over'.",
        "« {name} » n'accepte pas « over ».",
    ),
    "payers_above_cost": (
        "The payers would pay {met} of a cost of {most}.",
        "Les payeurs paieraient {met} d'un coût de {most}.",
    ),
    "pool_by_government": (
        "The pool varies by government already, so it cannot be allocated to governments.",
        "L'enveloppe varie déjà selon le gouvernement ; elle ne peut donc pas être répartie "
        "entre les gouvernements.",
    ),
    "power_of_unit": (
        "{unit} cannot be raised to an exponent that changes with the years.",
        "{unit} ne peut pas être élevé à un exposant qui change avec les années.",
    ),
    "previous_outside_then": (
        "'previous' may stand only in 'then'.",
        "« previous » ne peut se trouver que dans « then ».",
    ),
    "proportions_count": (
        "{met} proportion(s) are written; there must be one each for {wanted}.",
        "{met} proportion(s) sont écrites ; il en faut une pour chacun : {wanted}.",
    ),
    "range_upside_down": (
        "'{met}' ends before it starts.",
        "« {met} » finit avant de commencer.",
    ),
    "release_lacks": (
        "The release {release} has no figure for {labels}, which '{name}' needs.",
        "La publication {release} n'a pas de chiffre pour {labels}, dont « {name} » a besoin.",
    ),
    "release_not_positive": (
        "{label} has {met}; a population must be above 0.",
        "{label} a {met} ; une population doit dépasser 0.",
    ),
    "repeated_id": (
        "The id '{name}' is used twice.",
        "L'identifiant « {name} » est utilisé deux fois.",
    ),
    "repeated_key": (
        "'{name}' is written twice.",
        "« {name} » est écrit deux fois.",
    ),
    "round_over_bad": (
        "round(x, unit over {axis}) needs an x that varies by {axis} and a unit that does not.",
        "round(x, unit over {axis}) demande un x qui varie selon {axis} et une unité qui n'y "
        "varie pas.",
    ),
    "several_documents": (
        "A second document starts here; there must be one.",
        "Un second document commence ici ; il n'en faut qu'un.",
    ),
    "shares_do_not_add": (
        "These shares add to {met}, not to 1.",
        "Ces parts totalisent {met}, et non 1.",
    ),
    "shares_do_not_vary": (
        "This must vary by {axis}.",
        "Ceci doit varier selon {axis}.",
    ),
    "stops_early": (
        "The expression stops before its end{wanted_word}.",
        "L'expression s'arrête avant sa fin{wanted_word}.",
    ),
    "stops_in_braces": (
        "The expression stops before ')'; inside {{ }} a comma ends the value: "
        "put the expression in quotes.",
        "L'expression s'arrête avant « ) » ; entre {{ }} une virgule termine la valeur : "
        "mettez l'expression entre guillemets.",
    ),
    "sum_over_what": (
        "Say what is summed: sum(x over government), sum(x over year).",
        "Dites ce qui est additionné : sum(x over government), sum(x over year).",
    ),
    "table_needed": ("'{name}' needs a table here.", "« {name} » demande ici un tableau."),
    "tag": (
        "'{name}' is a tag; these documents take none.",
        "« {name} » est une étiquette YAML ; ces documents n'en acceptent pas.",
    ),
    "text_needed": (
        "'{name}' needs a plain text here.",
        "« {name} » demande ici un texte simple.",
    ),
    "too_deep": (
        "The document is more than {most} levels deep.",
        "Le document a plus de {most} niveaux.",
    ),
    "too_long": (
        "The text has {met} characters; at most {most} are read.",
        "Le texte a {met} caractères ; on en lit au plus {most}.",
    ),
    "too_many_cells": (
        "With '{name}' the figures have too many cells ({met}; at most {most}), "
        "or too much work for each.",
        "Avec « {name} » les chiffres ont trop de cellules ({met} ; au plus {most}), "
        "ou trop de travail pour chacune.",
    ),
    "too_many_digits": (
        "'{met}' has too many digits; at most {most} are read.",
        "« {met} » a trop de chiffres ; on en lit au plus {most}.",
    ),
    "too_many_words": (
        "The expression has more than {most} words.",
        "L'expression a plus de {most} mots.",
    ),
    "too_nested": (
        "The expression is nested more than {most} deep.",
        "L'expression est imbriquée sur plus de {most} niveaux.",
    ),
    "two_axes": (
        "One table speaks of one axis; here are {axes}. Nest them.",
        "Un tableau porte sur un seul axe ; il y a ici {axes}. Imbriquez-les.",
    ),
    "two_rests": (
        "Only one part can be the rest.",
        "Une seule part peut être le reste.",
    ),
    "unexpected_word": (
        "'{met}' is not expected here{wanted_word}.",
        "« {met} » n'est pas attendu ici{wanted_word}.",
    ),
    "unit_bad": (
        "'{met}' is not a unit (CAD, person, CAD/grant).",
        "« {met} » n'est pas une unité (CAD, person, CAD/grant).",
    ),
    "unit_not_positive": (
        "A step of rounding is {met}; it must be a certain number above 0.",
        "Un pas d'arrondi est {met} ; il doit être un nombre certain au-dessus de 0.",
    ),
    "units_mixed": (
        "This puts {first_unit} and {second_unit} together.",
        "Ceci met ensemble {first_unit} et {second_unit}.",
    ),
    "unknown_argument": (
        "'{name}' is not an argument of {form}.",
        "« {name} » n'est pas un argument de {form}.",
    ),
    "unknown_axis": ("No axis is named '{name}'.", "Aucun axe ne se nomme « {name} »."),
    "unknown_better": (
        "'{name}' is not more or less.",
        "« {name} » n'est ni more ni less.",
    ),
    "unknown_dataset": (
        "No dataset is named '{name}'.",
        "Aucun jeu de données ne se nomme « {name} ».",
    ),
    "unknown_function": (
        "There is no function '{name}'.",
        "Il n'y a pas de fonction « {name} ».",
    ),
    "unknown_key": ("'{name}' is not a key here.", "« {name} » n'est pas une clé ici."),
    "unknown_kind": ("There is no kind '{name}'.", "Il n'y a pas de genre « {name} »."),
    "unknown_label": (
        "No label here is '{name}'.",
        "Aucune étiquette ici n'est « {name} ».",
    ),
    "unknown_name": ("Nothing here is named '{name}'.", "Rien ici ne se nomme « {name} »."),
    "unknown_operation": (
        "There is no operation '{name}'.",
        "Il n'y a pas d'opération « {name} ».",
    ),
    "unknown_parameter": (
        "No parameter is named '{name}'.",
        "Aucun paramètre ne se nomme « {name} ».",
    ),
    "unknown_quantity": (
        "No quantity is named '{name}'.",
        "Aucune quantité ne se nomme « {name} ».",
    ),
    "unknown_scenario": (
        "No scenario is named '{name}'.",
        "Aucun scénario ne se nomme « {name} ».",
    ),
    "unknown_source": (
        "No source is named '{name}'.",
        "Aucune source ne se nomme « {name} ».",
    ),
    "unknown_sure": (
        "'{name}' is not agreed, offered or assumed.",
        "« {name} » n'est ni agreed, ni offered, ni assumed.",
    ),
    "unknown_word": (
        "'{name}' is not a word that may stand here.",
        "« {name} » n'est pas un mot permis ici.",
    ),
    "weights_add_to_zero": (
        "The weights add to zero, so nothing can be shared by them{for_cell}.",
        "Les poids totalisent zéro ; rien ne peut être réparti selon eux{for_cell}.",
    ),
    "weights_over": (
        "'{name}': weights, and only weights, have 'over: axis'.",
        "« {name} » : les poids, et eux seuls, ont « over: axe ».",
    ),
    "width_missing": (
        "Only the last slice may have no width.",
        "Seule la dernière tranche peut être sans largeur.",
    ),
    "year_as_subtraction": (
        "'{met}' would be a subtraction here. For the fiscal year write name.{met}; "
        "to subtract, put spaces around the minus sign.",
        "« {met} » serait ici une soustraction. Pour l'exercice, écrivez nom.{met} ; "
        "pour soustraire, mettez des espaces autour du moins.",
    ),
    "year_inside_then": (
        "Inside first and then every name is its value that year: no year can be taken or summed.",
        "Dans first et then, chaque nom est sa valeur de l'année : aucune année ne peut être "
        "tirée ni additionnée.",
    ),
    "years_bad": (
        "'{met}' are not years that follow each other, at most {most}.",
        "« {met} » ne sont pas des années qui se suivent, au plus {most}.",
    ),
    "zero_below_the_line": (
        "'{met}' divides by zero.",
        "« {met} » divise par zéro.",
    ),
}
_WORDS = {
    "en": {
        "for_cell": " for {}",
        "in_entry": " in '{}'",
        "near": " Did you mean '{}'?",
        "wanted": "; expected: {}",
        "pure": "a pure number",
        "place": "line {}, column {}: ",
        "differs": "{} is {}; expected {}.",
    },
    "fr": {
        "for_cell": " pour {}",
        "in_entry": " dans « {} »",
        "near": " Vouliez-vous dire « {} » ?",
        "wanted": " ; attendu : {}",
        "pure": "un nombre pur",
        "place": "ligne {}, colonne {} : ",
        "differs": "{} vaut {} ; attendu {}.",
    },
}


def sentence(fault: Fault, language: str = "en") -> str:
    """A fault as a sentence without its place; `language` is `en` or `fr`."""
    words = _WORDS[language]
    values = dict(fault.values)
    told = {
        **values,
        "for_cell": _joined(words["for_cell"], values.get("cell", "")),
        "in_entry": _joined(words["in_entry"], values.get("entry", "")),
        "wanted_word": _joined(words["wanted"], values.get("wanted", "")),
        "first_unit": values.get("first") or words["pure"],
        "second_unit": values.get("second") or words["pure"],
    }
    template = SENTENCES[fault.code][language == "fr"]
    return template.format(**told) + _joined(words["near"], values.get("near", ""))


def placed_sentence(fault: Fault, language: str = "en") -> str:
    """A fault as a sentence with its place before it: line and column, or the form's field."""
    words, text = _WORDS[language], sentence(fault, language)
    where = words["place"].format(fault.line, fault.column) if fault.line else ""
    return f"{where}{fault.field}: {text}" if fault.field else where + text


def difference_sentence(difference: Difference, language: str = "en") -> str:
    """What a case expected and what came, as a sentence."""
    figure = difference.figure + (f" ({difference.cell})" if difference.cell else "")
    met = _plain(difference.met)
    return _WORDS[language]["differs"].format(figure, met, difference.expected)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return f"{value.get('low', '')}..{value.get('high', '')}"
    return str(value)


def _joined(template: str, value: str) -> str:
    return template.format(value) if value else ""
