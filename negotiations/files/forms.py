"""The form that attaches a file to a source. Knows types and names of files, and crispy."""

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from negotiations.files.keeping import clean_name
from negotiations.files.types import ENDS, MOST_BYTES, fault_of, type_of
from negotiations.models.record import levels

KINDS = "PDF, DOCX, XLSX, ODT, TXT, PNG, JPEG, EML"
TOO_LARGE = _("This file is larger than 25 MB.")
NOT_TAKEN = _("Files of this kind are not taken. Attach one of: %(kinds)s.")
FAULTS = {
    "other": _("The content of this file is not what its name says."),
    "large": _("This file unpacks to more than 200 MB, or to more than 2,000 parts."),
    "macros": _("This file holds macros: save it without them."),
}


class AttachForm(forms.Form):
    """A file, and who may read it: nobody who may not read its source."""

    file = forms.FileField(
        label=_("File"), max_length=255, widget=forms.FileInput(attrs={"accept": ",".join(ENDS)}))
    sensitivity = forms.TypedChoiceField(
        label=_("Sensitivity"), coerce=int,
        help_text=_("Who may read the file; never more people than may read its source."))

    def __init__(self, *args, least: int, most: int, cut_off: bool = False, **options):
        """*least* and *most* are levels; *cut_off* when more came in than is taken."""
        super().__init__(*args, **options)
        self.cut_off = cut_off
        allowed = [(level, word) for level, word in levels() if least <= level <= most]
        self.fields["sensitivity"].choices = allowed
        self.fields["sensitivity"].initial = least
        self.fields["file"].help_text = _("At most 25 MB: %(kinds)s.") % {"kinds": KINDS}
        self.helper = FormHelper()
        self.helper.add_input(Submit("act", _("Attach the file")))

    def clean(self):
        if self.cut_off:  # what came after it was not read
            self.errors.clear()
            self.add_error("file", TOO_LARGE)
        return super().clean()

    def clean_file(self) -> UploadedFile:
        """Its name made clean and its type told from name and content, or a sentence."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise ValidationError(TOO_LARGE)
        name = clean_name(file.name)
        content_type = type_of(name)
        if content_type is None:
            raise ValidationError(NOT_TAKEN, params={"kinds": KINDS})
        if fault := fault_of(file, content_type):
            raise ValidationError(FAULTS[fault])
        self.cleaned_data |= {"name": name, "content_type": content_type}
        return file
