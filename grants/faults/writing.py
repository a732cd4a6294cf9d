"""Sentences about how a document is written: its YAML, words, numbers and limits."""

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
        (
            "'{name}' cannot be a name: use letters, digits and _, starting with a letter, "
            "and no word of the language."
        ),
        (
            "« {name} » ne peut pas servir de nom : lettres, chiffres et _, une lettre au "
            "début, et aucun mot du langage."
        ),
    ),
    "before_outside_then": (
        "before(x) may stand only in 'then', without previous or before inside it.",
        ("before(x) ne peut se trouver que dans « then », sans previous ni before à l'intérieur."),
    ),
    "cycle": (
        "'{name}' rests on itself: {path}.",
        "« {name} » repose sur lui-même : {path}.",
    ),
    "empty_document": (
        "The document is empty.",
        "Le document est vide.",
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
    "float_written": (
        "{met} would be read as an inexact number; put it in quotes.",
        "{met} serait lu comme un nombre inexact ; mettez-le entre guillemets.",
    ),
    "form_unknown": (
        "'{name}' must be an expression, or a table with allocate, split, tiers or first.",
        (
            "« {name} » doit être une expression, ou un tableau avec allocate, split, tiers "
            "ou first."
        ),
    ),
    "key_missing": (
        "'{name}' is missing{in_entry}.",
        "Il manque « {name} »{in_entry}.",
    ),
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
    "list_needed": (
        "'{name}' needs a list here.",
        "« {name} » demande ici une liste.",
    ),
    "name_taken": (
        "'{name}' is already the name of another entry ({kind}).",
        "« {name} » est déjà le nom d'une autre entrée ({kind}).",
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
    "over_not_taken": (
        "'{name}' takes no 'over'.",
        "« {name} » n'accepte pas « over ».",
    ),
    "previous_outside_then": (
        "'previous' may stand only in 'then'.",
        "« previous » ne peut se trouver que dans « then ».",
    ),
    "range_upside_down": (
        "'{met}' ends before it starts.",
        "« {met} » finit avant de commencer.",
    ),
    "repeated_id": (
        "The id '{name}' is used twice.",
        "L'identifiant « {name} » est utilisé deux fois.",
    ),
    "repeated_key": (
        "'{name}' is written twice.",
        "« {name} » est écrit deux fois.",
    ),
    "several_documents": (
        "A second document starts here; there must be one.",
        "Un second document commence ici ; il n'en faut qu'un.",
    ),
    "stops_early": (
        "The expression stops before its end{wanted_word}.",
        "L'expression s'arrête avant sa fin{wanted_word}.",
    ),
    "stops_in_braces": (
        (
            "The expression stops before ')'; inside {{ }} a comma ends the value: put the "
            "expression in quotes."
        ),
        (
            "L'expression s'arrête avant « ) » ; entre {{ }} une virgule termine la valeur : "
            "mettez l'expression entre guillemets."
        ),
    ),
    "table_needed": (
        "'{name}' needs a table here.",
        "« {name} » demande ici un tableau.",
    ),
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
        (
            "With '{name}' the figures have too many cells ({met}; at most {most}), or too "
            "much work for each."
        ),
        (
            "Avec « {name} » les chiffres ont trop de cellules ({met} ; au plus {most}), ou "
            "trop de travail pour chacune."
        ),
    ),
    "too_many_digits": (
        "'{met}' has too many digits; at most {most} are read.",
        "« {met} » a trop de chiffres ; on en lit au plus {most}.",
    ),
    "too_many_labels": (
        "There are {met} labels; an axis has at most {most}.",
        "Il y a {met} étiquettes ; un axe en a au plus {most}.",
    ),
    "too_many_words": (
        "The expression has more than {most} words.",
        "L'expression a plus de {most} mots.",
    ),
    "too_nested": (
        "The expression is nested more than {most} deep.",
        "L'expression est imbriquée sur plus de {most} niveaux.",
    ),
    "unexpected_word": (
        "'{met}' is not expected here{wanted_word}.",
        "« {met} » n'est pas attendu ici{wanted_word}.",
    ),
    "unit_bad": (
        "'{met}' is not a unit (CAD, person, CAD/grant).",
        "« {met} » n'est pas une unité (CAD, person, CAD/grant).",
    ),
    "year_as_subtraction": (
        (
            "'{met}' would be a subtraction here. For the fiscal year write name.{met}; to "
            "subtract, put spaces around the minus sign."
        ),
        (
            "« {met} » serait ici une soustraction. Pour l'exercice, écrivez nom.{met} ; "
            "pour soustraire, mettez des espaces autour du moins."
        ),
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
